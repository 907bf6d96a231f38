/* Giving tasks to queues. */
#ifndef COOP_HOST_GRAPH_GRAPH_TASK_H
#define COOP_HOST_GRAPH_GRAPH_TASK_H

#include "host/graph/graph_form.h"

/* Enqueues a task that is none of the host's, behind those that it waits for, and gives it an event where
 * there are several devices. Does not block. */
coop_status coop_graph_task_give(struct coop_graph_object *graph, uint32_t task);

#endif
