/* Running a graph that is finished. */
#ifndef COOP_HOST_GRAPH_GRAPH_RUN_H
#define COOP_HOST_GRAPH_GRAPH_RUN_H

#include "host/graph/graph_form.h"

/* Gives the first steps to the devices. */
coop_status coop_graph_begin(struct coop_graph_object *graph);

/* As coop_graph_wait. */
coop_status coop_graph_go_on(struct coop_graph_object *graph, uint64_t timeout_ns);

/* On queues: ends what was given, and gives nothing more. */
void coop_graph_stop(struct coop_graph_object *graph);

#endif
