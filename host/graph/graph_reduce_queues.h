/* What a reduction takes on queues of OpenCL: kernels, and memory for its values. */
#ifndef COOP_HOST_GRAPH_GRAPH_REDUCE_QUEUES_H
#define COOP_HOST_GRAPH_GRAPH_REDUCE_QUEUES_H

#include "host/graph/graph_form.h"

/* As open_reduction of graph_executor.h. */
coop_status coop_graph_reduction_on_queues(struct coop_graph_object *graph,
                                           struct coop_graph_reduction *reduction);

#endif
