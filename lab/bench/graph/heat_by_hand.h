/* Heat on a ring in both dimensions without the library: kernels, borders and events by hand. */
#ifndef LAB_BENCH_HEAT_BY_HAND_H
#define LAB_BENCH_HEAT_BY_HAND_H

#include "by_hand.h"

/* Takes the steps, each of which lets flow that part of a difference.
 * values  in and out, x fastest.
 * ms      out, how long the steps took. */
int heat_by_hand(const struct by_hand_grid *grid, double part, double *values, double *ms,
                 struct tool_error *error);

#endif
