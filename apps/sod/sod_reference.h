/* The sequential way of sod, and what is known of it exactly. */
#ifndef APPS_SOD_REFERENCE_H
#define APPS_SOD_REFERENCE_H

#include <stdint.h>

#define SOD_END 0.2 /* the time at which it is looked at */

/* Density, momentum and energy of a cell. */
struct sod_cell {
    double values[3];
};

/* The gas at the begin: on the left of the middle 1 and 1, on the right 0.125 and 0.1, at rest. */
void sod_begin(uint64_t count, struct sod_cell *cells);

/* The step that the cells allow, no longer than what is left, divided by a cell's width: 0.9 of a cell for
 * the fastest wave. Adds it to *time. */
double sod_pace(uint64_t count, const struct sod_cell *cells, double *time);

/* Steps until the end. 0: the host has no memory left. */
uint64_t sod_reference(uint64_t count, struct sod_cell *cells);

/* The mean of the differences of density from the exact solution at the middles of the cells. */
double sod_error(uint64_t count, const struct sod_cell *cells);

#endif
