/* Shortest paths by one thread: the reference that every parallel result is compared with. */
#ifndef TOOLS_DIJKSTRA_H
#define TOOLS_DIJKSTRA_H

#include "tools/graph/graph.h"

#define DIJKSTRA_UNREACHED UINT64_MAX

/* The lengths of the shortest paths from `source` to every vertex; DIJKSTRA_UNREACHED where there is none. No
 * path is too long: a length is below 2^31 vertices times 2^31.
 * distances  out: vertex_count entries.
 * Returns 0, or -1 when memory is exhausted.
 * Source: Dijkstra, "A Note on Two Problems in Connexion with Graphs" (Numer. Math. 1, 1959), with a binary
 * heap of vertices. */
int dijkstra(const struct graph *graph, uint32_t source, uint64_t *distances);

#endif
