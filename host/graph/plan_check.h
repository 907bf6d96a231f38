/* Whether a plan gives the same bytes however its tasks fall in time. */
#ifndef COOP_HOST_GRAPH_PLAN_CHECK_H
#define COOP_HOST_GRAPH_PLAN_CHECK_H

#include "host/graph/plan.h"

/* order  out: an order of the tasks that keeps all edges, plan->task_count of them; free() it. NULL on
 * failure.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  edges run in a circle; two nodes touch a block without a path between them, one
 *                        writing; padding is read that nobody has filled. plan->message names the nodes.
 * COOP_OUT_OF_MEMORY */
coop_status coop_plan_check(struct coop_plan *plan, uint32_t **order);

#endif
