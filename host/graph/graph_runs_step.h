/* What a graph does in its runs, step after step. */
#ifndef COOP_HOST_GRAPH_GRAPH_RUNS_STEP_H
#define COOP_HOST_GRAPH_GRAPH_RUNS_STEP_H

#include "host/graph/graph_runs.h"

/* As the operations of graph_executor.h. */
coop_status coop_graph_runs_begin(struct coop_graph_object *graph);
coop_status coop_graph_runs_go_on(struct coop_graph_object *graph, uint64_t timeout_ns);

#endif
