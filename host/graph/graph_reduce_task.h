/* Giving the tasks of reductions to queues, and scalars to all devices. */
#ifndef COOP_HOST_GRAPH_GRAPH_REDUCE_TASK_H
#define COOP_HOST_GRAPH_GRAPH_REDUCE_TASK_H

#include "host/graph/graph_command.h"

coop_status coop_graph_give_pieces(struct coop_graph_object *graph, uint32_t task,
                                   const struct coop_graph_place *place);
coop_status coop_graph_give_combine(struct coop_graph_object *graph, uint32_t task,
                                    struct coop_graph_place *place);

/* Copies the scalars that a task has written on device 0 to the others, behind `done`, which is released.
 * The task has ended when all have them. */
coop_status coop_graph_spread(struct coop_graph_object *graph, uint32_t task, cl_event done);

/* As coop_graph_task_is_ready and coop_graph_task_give, of a task that has begun and is none of a border. */
int coop_graph_values_are_here(const struct coop_graph_object *graph, uint32_t task);
coop_status coop_graph_go_on_with_values(struct coop_graph_object *graph, uint32_t task,
                                         struct coop_graph_place *place);

#endif
