/* A rank's part of a graph whose vertices lie in blocks over the ranks, and send along their arcs.
 *
 * An array of the net has a place for each arc, at the rank of the arc's head: what the tail has sent. The
 * places of a vertex are one behind the other, in the order of its arcs in the transpose, so what a vertex
 * makes of them does not depend on the number of ranks. */
#ifndef TOOLS_NET_GRAPH_PART_H
#define TOOLS_NET_GRAPH_PART_H

#include "tools/graph/graph.h"
#include "tools/net/rank.h"

struct graph_part {
    uint32_t first; /* own vertices: first … first + count - 1 */
    uint32_t count;
    uint64_t places;    /* of each rank in such an array, the most that one needs, at least 1 */
    uint32_t *in_rows;  /* count + 1: the places of an own vertex, from the rank's first on */
    uint32_t *out_rows; /* count + 1: the arcs that leave it, from the rank's first on */
    uint64_t *targets;  /* for each of these its element of the array */
};

/* graph, transpose  arcs from tails to heads, and turned round.
 * -1: memory is exhausted. */
int graph_part_make(const struct graph *graph, const struct graph *transpose, uint32_t ranks, uint32_t rank,
                    struct graph_part *part);
void graph_part_clear(struct graph_part *part);

/* The part on the device. */
struct graph_part_buffers {
    coop_buffer *in_rows;
    coop_buffer *out_rows;
    coop_buffer *targets;
};

int graph_part_upload(const struct graph_part *part, struct rank *rank, struct graph_part_buffers *buffers);

/* Makes an array of a place for each arc. Collective. */
int graph_part_array(const struct graph_part *part, uint32_t element_bytes, struct rank *rank,
                     coop_net_array **array);

/* The least bytes that a context needs for all this, at any number of ranks, with `arrays` arrays of 8 bytes.
 */
uint64_t graph_part_bytes(const struct graph *graph, unsigned arrays);

/* The arcs of the vertex that the most arcs leave; at least 1. */
uint32_t graph_part_most_arcs(const struct graph *graph);

#endif
