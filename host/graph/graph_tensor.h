/* Tensors and scalars that join a graph. */
#ifndef COOP_HOST_GRAPH_GRAPH_TENSOR_H
#define COOP_HOST_GRAPH_GRAPH_TENSOR_H

#include "host/graph/graph_form.h"

/* The number of the tensor or the scalar, which joins the graph if it is new. */
coop_status coop_graph_take_tensor(struct coop_graph_object *graph, coop_tensor *handle, uint32_t *number);
coop_status coop_graph_take_scalar(struct coop_graph_object *graph, coop_scalar *handle, uint32_t *number);

/* The same of an object, of which the graph takes a reference of its own. */
coop_status coop_graph_join_tensor(struct coop_graph_object *graph, struct coop_tensor_object *tensor,
                                   uint32_t *number);
coop_status coop_graph_join_scalar(struct coop_graph_object *graph, struct coop_scalar_object *scalar,
                                   uint32_t *number);

/* Releases what the graph has for the tensor, but its reference. */
void coop_graph_tensor_close(struct coop_graph_tensor *tensor);

/* Holds all tensors, so that none is resized; COOP_BUSY where one is being resized now. */
coop_status coop_graph_hold(struct coop_graph_object *graph);

/* Lets go of them. */
void coop_graph_let(struct coop_graph_object *graph);

#endif
