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

#endif
