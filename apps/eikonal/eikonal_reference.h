/* Two sequential ways of eikonal, which know nothing of each other. */
#ifndef APPS_EIKONAL_REFERENCE_H
#define APPS_EIKONAL_REFERENCE_H

#include "eikonal_field.h"

/* From the sources to the end, whatever the limit is. Fast sweeping: in place, in four orders, until nothing
 * changes. */
void eikonal_sweep(struct eikonal_field *field);

/* Fast marching: in Dijkstra's order, the earliest point first. 0, or -1 where the host has no memory
 * left. */
int eikonal_march(struct eikonal_field *field);

/* The largest difference of the times, by the later of both where that is above 1; infinite where one alone
 * is finite. `wanted` has no limit; what it has at or above that of `seen` must not have been reached. What
 * is so near to the limit that rounding decides is left out. */
double eikonal_difference(const struct eikonal_field *seen, const struct eikonal_field *wanted);

#endif
