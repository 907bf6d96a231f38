/* Messages of graphs. */
#ifndef COOP_HOST_GRAPH_GRAPH_FAIL_H
#define COOP_HOST_GRAPH_GRAPH_FAIL_H

#include "host/graph/graph_form.h"

/* Records a failure of the graph's context, and returns the status. `graph` NULL: of the thread. */
coop_status coop_graph_fail(const struct coop_graph_object *graph, coop_status status, const char *doing,
                            const char *message, ...) __attribute__((format(printf, 4, 5)));

/* COOP_OUT_OF_MEMORY: the host has none left. */
coop_status coop_graph_no_memory(const struct coop_graph_object *graph, const char *doing);

/* The graph, with a reference for the caller; NULL, recorded, where the handle is of none. */
struct coop_graph_object *coop_graph_get(coop_graph *handle, const char *doing);

/* COOP_OK for CL_SUCCESS; otherwise records that the call failed. */
coop_status coop_graph_reached(const struct coop_graph_object *graph, cl_int code, const char *doing,
                               const char *call);

#endif
