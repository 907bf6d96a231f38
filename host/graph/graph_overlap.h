/* Copies of borders beside kernels.
 *
 * Without overlap a kernel's task waits for the border tasks in front of it. With it the task is several
 * commands on its queue: first the *inner* work-items, whose cells lie so far from the sides across which
 * another device's cells come that they do not reach the padding there; then the strips along these sides.
 * Border tasks have queues of their own, one for each device. What the inner work-items wait for:
 *   V1  everything that a path of the plan puts in front of the task and that touches a place that the task
 *       touches, one of them writing, but for the block's own border tasks of the split dimensions. Tasks of
 *       the same queue are in front anyway: the queue is in order.
 *   V2  a work-item reads padding at most `padding` cells from its own cell, as docs/tensors.md asks of
 *       kernels: so the inner ones read none that the border tasks left out of V1 write.
 * The strips wait for all that the task waits for, and the task ends with them. */
#ifndef COOP_HOST_GRAPH_GRAPH_OVERLAP_H
#define COOP_HOST_GRAPH_GRAPH_OVERLAP_H

#include "host/graph/graph_form.h"

/* Finds the tasks that are split, and opens the queues for borders. The plan is checked. */
coop_status coop_graph_overlap_open(struct coop_graph_object *graph);
void coop_graph_overlap_close(struct coop_graph_object *graph);

/* How the task is split; NULL: it is not. */
const struct coop_graph_halo *coop_graph_halo_of(const struct coop_graph_object *graph, uint32_t task);

#endif
