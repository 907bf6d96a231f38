/* The reference that every parallel result is compared with. */
#ifndef APPS_BC_SEQUENTIAL_H
#define APPS_BC_SEQUENTIAL_H

#include "tools/graph/graph.h"

/* Adds up every vertex's dependencies over the sources, by one thread, in double precision.
 * graph    arcs in the direction of the paths; parallel ones are different paths.
 * sources  source_count vertices.
 * sums     out: vertex_count entries.
 * Returns 0, or -1 when memory is exhausted.
 * Source: Brandes, "A Faster Algorithm for Betweenness Centrality" (J. Math. Sociol. 25, 2001). */
int bc_sequential(const struct graph *graph, const uint32_t *sources, uint32_t source_count, double *sums);

#endif
