/* Kernels of a graph as launches into its runs. */
#ifndef COOP_HOST_GRAPH_GRAPH_LAUNCH_H
#define COOP_HOST_GRAPH_GRAPH_LAUNCH_H

#include "host/graph/graph_form.h"

/* As open_kernel and take_argument of graph_executor.h, by what the runs' module says of the kernel. The
 * item's launch is one piece of memory: free it. */
coop_status coop_graph_launch_open(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                   struct coop_graph_item *item, uint32_t *parameter_count);
coop_status coop_graph_launch_take(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                   struct coop_graph_item *item, uint32_t argument, uint32_t parameter,
                                   const struct coop_graph_tensor *given);

/* Whether the task is a cooperative kernel; on queues there are none. */
int coop_graph_launch_is_cooperative(const struct coop_graph_object *graph, uint32_t task);

/* Posts the kernel for the task's block. COOP_BUSY: the device's table of launches is full. */
coop_status coop_graph_launch_post(struct coop_graph_object *graph, uint32_t task, coop_launch **launch);

#endif
