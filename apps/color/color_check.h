/* The colouring without a device: the sequential algorithm, and what makes a colouring right. */
#ifndef COLOR_CHECK_H
#define COLOR_CHECK_H

#include "tools/graph/graph_order.h"

/* Each vertex in turn gets the least colour that no neighbour has. *rounds: how many the parallel algorithm
 * takes, the vertices of the longest path along which the order rises. Source: Welsh, Powell, "An upper
 * bound for the chromatic number of a graph" (Computer Journal 10, 1967). -1: memory is exhausted. */
int color_in_order(const struct graph *graph, const struct graph_order *order, uint32_t *colors,
                   uint32_t *rounds);

/* Whether no two neighbours have the same colour, and no colour is greater than the number of its vertex's
 * neighbours: so there is at most one colour more than the most neighbours of a vertex. */
int color_is_proper(const struct graph *graph, const uint32_t *colors);

#endif
