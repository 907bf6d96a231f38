/* The sequential way of bubble, and what is known of it. */
#ifndef APPS_BUBBLE_REFERENCE_H
#define APPS_BUBBLE_REFERENCE_H

#include <stdint.h>

#define BUBBLE_WIDTH 1.6 /* of the domain, which is 1 high */

/* Density, momentum along x and y, and energy of a cell. */
struct bubble_cell {
    double values[4];
};

struct bubble_grid {
    uint64_t cells[2]; /* x fastest */
    struct bubble_cell *values;
};

/* What has been done, and, of the sequential way, how well it balances. */
struct bubble_course {
    double time;
    uint64_t steps;
    double ms; /* of devices: how long the steps took */

    /* The largest difference of mass, momentum and energy from what has crossed the borders, divided by what
     * there is and what has crossed. */
    double balance;
};

/* The gas at the begin: a shock of Mach 3.81 at x = 0.2 runs to the right, into gas at rest with a bubble of
 * light gas in it. */
void bubble_begin(const struct bubble_grid *grid);

/* Steps until `end`, or so many. 0, or -1 where the host has no memory left. */
int bubble_reference(const struct bubble_grid *grid, double end, uint64_t steps_max,
                     struct bubble_course *course);

/* Whether the upper half is the mirror of the lower one, bit for bit but for the signs of zeros. */
int bubble_is_mirrored(const struct bubble_grid *grid);

/* Where the shock is in the lowest row: the rightmost place at which the pressure is half of that behind
 * it; 0 when it has left. */
double bubble_shock(const struct bubble_grid *grid);

#endif
