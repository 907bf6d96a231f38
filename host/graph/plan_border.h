/* Borders of a plan: the tasks that fill padding, and what each task touches. */
#ifndef COOP_HOST_GRAPH_PLAN_BORDER_H
#define COOP_HOST_GRAPH_PLAN_BORDER_H

#include "host/graph/plan_form.h"

/* Block b of the storage has the blocks beside it in the dimension, side 0 and 1; NONE where there is none.
 * */
uint32_t coop_plan_beside(const struct coop_plan_storage *storage, uint32_t block, uint32_t dimension,
                          int side);

/* Calls `touch` for each place that the task touches. */
void coop_plan_touches(const struct coop_plan *plan, uint32_t task,
                       void (*touch)(void *context, uint32_t place, int writes), void *context);

/* Adds border nodes for the storages whose padding the node reads, where nobody has filled it since their
 * cells were written. False: the host has no memory left. */
int coop_plan_fill_borders(struct coop_plan *plan, const struct coop_plan_node *reader, int is_by_block);

/* Puts a task of the node behind the borders that it reads, and, where it is exclusive, behind those that
 * take the cells of its block. False: the host has no memory left. */
int coop_plan_join_borders(struct coop_plan *plan, const struct coop_plan_node *node, uint32_t task);

/* What the inner part of a split task waits for: V1 of graph_overlap.h. */

/* Adds to `waits` the tasks that a path puts in front of the task and that touch a place that it touches, one
 * of the two writing; but for the block's own border tasks of the split dimensions. The plan is checked.
 * split  bits: the dimensions in which the task is split.
 *
 * False: the host has no memory left. */
int coop_plan_waits(const struct coop_plan *plan, uint32_t task, unsigned split,
                    struct coop_plan_list *waits);

#endif
