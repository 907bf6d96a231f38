/* What a graph does on its queues, step after step. */
#ifndef COOP_HOST_GRAPH_GRAPH_QUEUES_STEP_H
#define COOP_HOST_GRAPH_GRAPH_QUEUES_STEP_H

#include "host/graph/graph_form.h"

/* As the operations of graph_executor.h. */
coop_status coop_graph_queues_begin(struct coop_graph_object *graph);
coop_status coop_graph_queues_go_on(struct coop_graph_object *graph, uint64_t timeout_ns);

/* Ends what was given, and gives nothing more. */
void coop_graph_queues_stop(struct coop_graph_object *graph);

#endif
