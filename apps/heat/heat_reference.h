/* The sequential way of heat. */
#ifndef APPS_HEAT_REFERENCE_H
#define APPS_HEAT_REFERENCE_H

#include <stdint.h>

/* Takes so many steps, on values without padding, x fastest; the grid closes to a ring in each dimension.
 * dimensions  2 or 3; `cells` is 1 in one that there is not.
 * part        of the difference that flows in a step.
 * 0, or -1 where the host has no memory left. */
int heat_reference(uint32_t dimensions, const uint64_t cells[3], uint64_t steps, double part, double *values);

#endif
