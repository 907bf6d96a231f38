/* Kernels of a graph as launches into its runs. */
#ifndef COOP_HOST_GRAPH_GRAPH_LAUNCH_H
#define COOP_HOST_GRAPH_GRAPH_LAUNCH_H

#include "host/graph/graph_form.h"

struct coop_graph_launch;

/* What the runs' module says of the node's kernel. One piece of memory: free it. */
coop_status coop_graph_launch_open(struct coop_graph_object *graph, const struct coop_graph_node *node,
                                   struct coop_graph_launch **launch);
uint32_t coop_graph_launch_parameters(const struct coop_graph_launch *launch);

/* Argument `argument` of the node is parameter `parameter` of the kernel, and the next one of a tensor. */
coop_status coop_graph_launch_tensor(const struct coop_graph_object *graph, struct coop_graph_launch *launch,
                                     uint32_t argument, uint32_t parameter,
                                     const struct coop_tensor_object *tensor);
coop_status coop_graph_launch_scalar(const struct coop_graph_object *graph, struct coop_graph_launch *launch,
                                     uint32_t argument, uint32_t parameter,
                                     const struct coop_scalar_object *scalar, int writes);
coop_status coop_graph_launch_value(const struct coop_graph_object *graph, struct coop_graph_launch *launch,
                                    uint32_t argument, uint32_t parameter,
                                    const struct coop_graph_argument *value);

/* Whether the task is a cooperative kernel; on queues there are none. */
int coop_graph_launch_is_cooperative(const struct coop_graph_object *graph, uint32_t task);

/* Posts the kernel for the task's block. COOP_BUSY: the device's table of launches is full. */
coop_status coop_graph_launch_post(struct coop_graph_object *graph, uint32_t task, coop_launch **launch);

#endif
