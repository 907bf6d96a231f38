/* The reference that every parallel count is compared with. */
#ifndef APPS_TRIANGLES_SEQUENTIAL_H
#define APPS_TRIANGLES_SEQUENTIAL_H

#include "tools/graph/graph.h"

/* For each vertex the number of triangles that it belongs to, by one thread.
 * graph      symmetric, without loops and duplicates; its rows need not be sorted.
 * triangles  out: vertex_count entries.
 * Returns 0, or -1 when memory is exhausted.
 * Source: Chiba, Nishizeki, "Arboricity and Subgraph Listing Algorithms" (SIAM J. Comput. 14, 1985),
 * section 3. */
int triangles_sequential(const struct graph *graph, uint32_t *triangles);

#endif
