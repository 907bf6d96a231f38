/* The set without a device: the sequential algorithm, and what makes a set right. */
#ifndef MIS_CHECK_H
#define MIS_CHECK_H

#include "tools/graph/graph_order.h"

/* Each vertex in turn is chosen if no neighbour is. `states` are as the kernel's: 1 chosen, 2 not. *rounds:
 * how many the parallel algorithm takes. -1: memory is exhausted. */
int mis_in_order(const struct graph *graph, const struct graph_order *order, uint32_t *states,
                 uint32_t *rounds);

/* Whether all states are 1 or 2, no two neighbours are chosen, and everyone else has a chosen neighbour. */
int mis_is_right(const struct graph *graph, const uint32_t *states);

#endif
