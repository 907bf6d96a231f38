/* Runs an application of grids (grid_form.h) on one device. */
#ifndef TOOLS_GRID_H
#define TOOLS_GRID_H

#include "grid_state.h"
#include "tools/error/tool_error.h"

#include <coop/graph.h>

/* All of it; what it has made, grid_clear releases, after a failure too. 0, or -1 with a message. */
int grid_run(struct grid *grid, struct tool_error *error);
void grid_clear(struct grid *grid);

/* Whether the results are right, as far as they were compared: the device may round float operations in
 * another way. */
int grid_is_right(const struct grid *grid);

/* Running a graph on a grid, and how long it took. */

/* Checks the graph, starts it, waits at most so many seconds for its end, and adds the milliseconds between
 * start and end to `*ms`. */
coop_status grid_graph_run(coop_graph *graph, double timeout_s, double *ms);

/* A line of what that comes to for so many cells and steps. */
void grid_graph_print(double ms, uint64_t cells, uint64_t steps);

/* A line of what --verify has found: whether the cells are those of the sequential way, bit for bit. */
void grid_graph_print_verified(int is_same);

#endif
