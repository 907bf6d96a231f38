/* Running a graph on a grid, and how long it took. */
#ifndef TOOLS_GRID_GRAPH_H
#define TOOLS_GRID_GRAPH_H

#include <coop/graph.h>

/* Checks the graph, starts it, waits at most so many seconds for its end, and adds the milliseconds between
 * start and end to `*ms`. */
coop_status grid_graph_run(coop_graph *graph, double timeout_s, double *ms);

/* A line of what that comes to for so many cells and steps. */
void grid_graph_print(double ms, uint64_t cells, uint64_t steps);

/* A line of what --verify has found: whether the cells are those of the sequential way, bit for bit. */
void grid_graph_print_verified(int is_same);

#endif
