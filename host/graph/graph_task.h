/* Giving tasks to queues. */
#ifndef COOP_HOST_GRAPH_GRAPH_TASK_H
#define COOP_HOST_GRAPH_GRAPH_TASK_H

#include "host/graph/graph_form.h"

/* Enqueues the next stage of a task that is none of the host's, behind those that it waits for, all of which
 * are given; with the last one, after which its stage is COOP_GRAPH_GIVEN, it has an event where there are
 * several devices. Does not block. */
coop_status coop_graph_task_give(struct coop_graph_object *graph, uint32_t task);

/* Whether the next stage may be given: 1, 0 while bytes from another domain are under way, or -1, recorded,
 * when that has failed. */
int coop_graph_task_is_ready(const struct coop_graph_object *graph, uint32_t task);

#endif
