/* Hubs, vertices of many arcs, for both hosts of bfs.cl. */
#ifndef TOOLS_BFS_HUBS_H
#define TOOLS_BFS_HUBS_H

#include "tools/graph/graph.h"
#include "tools/kernel/shares.h"

/* The default bound: all work-items expand the vertices of more arcs than that, each of them that many arcs
 * at a time, about 30 us of a work-item of a GPU. */
#define BFS_HUB_ARCS 64

/* bfs.cl's struct search, of lines: the counts of vertices and of pieces of three levels. */
#define BFS_SEARCH_HEAD_BYTES (6 * LIST_COUNT_BYTES)
#define BFS_PIECE_BYTES 8

/* Bytes of struct search with the pieces that the graph's hubs may make; hub_arcs is not 0. */
static inline uint64_t bfs_search_bytes(const struct graph *graph, uint32_t hub_arcs)
{
    return BFS_SEARCH_HEAD_BYTES + graph_pieces(graph, hub_arcs) * BFS_PIECE_BYTES;
}

#endif
