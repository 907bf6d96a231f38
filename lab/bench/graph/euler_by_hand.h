/* The shock and the bubble without the library: kernels, the search for the fastest wave, borders and events
 * by hand. */
#ifndef LAB_BENCH_EULER_BY_HAND_H
#define LAB_BENCH_EULER_BY_HAND_H

#include "by_hand.h"

/* Takes the steps, on a domain that is 1.6 wide and 1 high.
 * cells  in and out, x fastest: density, momentum along x and y, and energy of each.
 * ms     out, how long the steps took. */
int euler_by_hand(const struct by_hand_grid *grid, double *cells, double *ms, struct tool_error *error);

#endif
