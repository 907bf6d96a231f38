/* Reductions by the host, for graphs that are executed in runs, in the order that reduce.cl has: each
 * operation is rounded to the scalar's type. */
#ifndef COOP_HOST_GRAPH_GRAPH_REDUCE_HOST_H
#define COOP_HOST_GRAPH_GRAPH_REDUCE_HOST_H

#include "host/graph/graph_form.h"

coop_status coop_graph_do_pieces(struct coop_graph_object *graph, uint32_t task);
coop_status coop_graph_do_combine(struct coop_graph_object *graph, uint32_t task);

/* Copies the scalars that the task has written from the first device to the others. */
coop_status coop_graph_do_spread(struct coop_graph_object *graph, uint32_t task);

#endif
