/* Heat on devices. */
#ifndef APPS_HEAT_GRAPH_H
#define APPS_HEAT_GRAPH_H

#include "tools/error/tool_error.h"
#include "tools/grid/grid_choice.h"

#include <coop/graph.h>

#define HEAT_PART 0.125 /* of a difference that flows in a step */

struct heat_options {
    struct grid_choice choice;
    uint32_t dimensions; /* 2 or 3 */
    uint64_t cells[3];
    uint32_t cut[3];
    uint64_t steps;
    uint64_t mode[3]; /* waves around the ring in each dimension */
    int is_mode;      /* the first values are these waves */
};

/* The first values, from 0 to 1: a hot block, and a slope that no symmetry hides; or from -1 to 1, waves. */
void heat_begin(const struct heat_options *options, double *values);

/* How far the values are at most from what the waves are after the steps: the start times a number for each
 * step, which the difference equation has exactly. */
double heat_mode_error(const struct heat_options *options, const double *values);

/* Takes the steps.
 * values  in and out, x fastest.
 * ms      out, how long the steps took. */
int heat_run(const struct heat_options *options, double *values, double *ms, struct tool_error *error);

#endif
