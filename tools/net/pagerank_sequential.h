/* PageRank in whole numbers, one vertex after the other: what the ranks have to make of it, bit for bit. */
#ifndef TOOLS_NET_PAGERANK_SEQUENTIAL_H
#define TOOLS_NET_PAGERANK_SEQUENTIAL_H

#include "tools/graph/graph.h"

/* Power iteration from equal ranks, of multiples of 2^-62; each vertex gives to the heads of its arcs. It
 * ends when the changes of an iteration, without sign, are below `threshold`, or after iterations_max.
 * iterations  out.
 * NULL: no memory. The caller frees it. */
uint64_t *pagerank_sequential(const struct graph *graph, double damping, double threshold,
                              uint32_t iterations_max, uint32_t *iterations);

#endif
