/* What the inner part of a split task waits for: V1 of graph_overlap.h. */
#ifndef COOP_HOST_GRAPH_PLAN_WAIT_H
#define COOP_HOST_GRAPH_PLAN_WAIT_H

#include "host/graph/plan_form.h"

/* Adds to `waits` the tasks that a path puts in front of the task and that touch a place that it touches, one
 * of the two writing; but for the block's own border tasks of the split dimensions. The plan is checked.
 * split  bits: the dimensions in which the task is split.
 *
 * False: the host has no memory left. */
int coop_plan_waits(const struct coop_plan *plan, uint32_t task, unsigned split,
                    struct coop_plan_list *waits);

#endif
