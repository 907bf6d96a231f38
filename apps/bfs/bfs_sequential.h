/* The reference that every parallel search is compared with. */
#ifndef APPS_BFS_SEQUENTIAL_H
#define APPS_BFS_SEQUENTIAL_H

#include "tools/graph/graph.h"

/* Breadth-first levels from `source` by one thread; -1 where a vertex is not reached.
 * levels  vertex_count entries.
 * queue   vertex_count entries of scratch. */
void graph_bfs_sequential(const struct graph *graph, uint32_t source, int32_t *levels, int32_t *queue);

#endif
