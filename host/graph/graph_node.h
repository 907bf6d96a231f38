/* Adding nodes to a graph that neither runs nor is finished. */
#ifndef COOP_HOST_GRAPH_GRAPH_NODE_H
#define COOP_HOST_GRAPH_GRAPH_NODE_H

#include "host/graph/graph_form.h"
#include "host/graph/plan.h"

coop_status coop_graph_add_kernel(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                  enum coop_plan_where where);
coop_status coop_graph_add_copy(struct coop_graph_object *graph, const char *name, coop_tensor *from,
                                coop_tensor *to);
coop_status coop_graph_add_fill(struct coop_graph_object *graph, const char *name, coop_tensor *tensor,
                                const void *cell);
coop_status coop_graph_add_function(struct coop_graph_object *graph, const char *name,
                                    coop_graph_function *function, void *data, enum coop_plan_where where);
coop_status coop_graph_add_reduce(struct coop_graph_object *graph, const char *name, coop_tensor *tensor,
                                  const char *member, enum coop_operator operation, coop_scalar *scalar,
                                  enum coop_plan_where where);
/* The item is the graph's from here on, also when this fails. */
coop_status coop_graph_add_item(struct coop_graph_object *graph, struct coop_graph_item *item);
/* Releases what an item has. */
void coop_graph_item_close(struct coop_graph_item *item);
/* Whether two tensors, by their numbers, can be each other: they are alike but for their cells' values. */
coop_status coop_graph_check_swap(const struct coop_graph_object *graph, uint32_t left, uint32_t right);
coop_status coop_graph_add_swap(struct coop_graph_object *graph, coop_tensor *left, coop_tensor *right);

#endif
