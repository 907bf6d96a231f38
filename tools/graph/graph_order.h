/* The order in which a greedy algorithm takes the vertices of a graph. */
#ifndef TOOLS_GRAPH_ORDER_H
#define TOOLS_GRAPH_ORDER_H

#include "graph.h"

enum graph_order_kind {
    GRAPH_ORDER_RANDOM,
    GRAPH_ORDER_LARGEST,  /* most arcs first; among equals at random */
    GRAPH_ORDER_SMALLEST, /* fewest arcs first; among equals at random */
    GRAPH_ORDER_VERTEX    /* by number */
};

/* 0, or -1 when `name` is none of "random", "largest", "smallest", "vertex". */
int graph_order_find(const char *name, enum graph_order_kind *kind);

struct graph_order {
    uint32_t *vertices; /* the vertices, in the order */
    uint32_t *ranks;    /* for each vertex its place there */
};

/* One seed gives one order on every machine. On failure the order is empty. */
int graph_order_make(const struct graph *graph, enum graph_order_kind kind, uint64_t seed,
                     struct graph_order *order, struct graph_error *error);

void graph_order_clear(struct graph_order *order);

/* Hubs, vertices of many arcs, with their arcs cut into pieces: for kernels that visit every vertex of a
 * graph and share the arcs of hubs between all work-items. A vertex that is no hub, a light one, and a piece
 * are both an item: item i is vertex i, and item vertex_count + p is piece p. */

/* As kernels have it: struct piece. */
struct graph_piece {
    uint32_t hub; /* in the table of hubs */
    uint32_t first;
    uint32_t end; /* arcs [first, end), at least one */
};

struct graph_hub {
    uint32_t vertex;
    uint32_t piece_count;
};

struct graph_hubs {
    uint32_t hub_arcs; /* a vertex of more arcs is a hub, and a piece has that many or fewer */
    uint32_t hub_count;
    uint32_t piece_count;
    uint32_t item_count; /* light vertices and pieces */
    struct graph_hub *hubs;
    struct graph_piece *pieces; /* those of a hub follow each other */
};

/* Finds the hubs, and cuts their arcs. hub_arcs is not 0. */
int graph_hubs_make(const struct graph *graph, uint32_t hub_arcs, struct graph_hubs *hubs,
                    struct graph_error *error);

/* Items that a work-group visits between two places where it may leave, so that they have some
 * GRAPH_SLICE_ARCS arcs together: 0.3 ms of a processor. At least 1. */
#define GRAPH_SLICE_ARCS 32768
uint32_t graph_hubs_slice(const struct graph *graph, const struct graph_hubs *hubs);

void graph_hubs_clear(struct graph_hubs *hubs);

#endif
