/* What a wait says whose time is over: which node has not ended, where, and who waits for it. */
#ifndef COOP_HOST_GRAPH_GRAPH_LATE_H
#define COOP_HOST_GRAPH_GRAPH_LATE_H

#include "host/graph/graph_form.h"

/* Writes "'a' has not ended on device 0, and 'b' on device 1 waits for it" of a task. */
void coop_graph_name_late(const struct coop_graph_object *graph, uint32_t task, char *text, size_t room);

/* COOP_TIMED_OUT, recorded, of a graph on queues. The events of the last step given say what has ended; those
 * of the steps before it are gone, so that what is named may wait for the same node of one of them. */
coop_status coop_graph_fail_late(const struct coop_graph_object *graph);

#endif
