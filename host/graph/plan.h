/* Making a plan: its tensors, nodes and edges. plan_form.h has what it is. */
#ifndef COOP_HOST_GRAPH_PLAN_H
#define COOP_HOST_GRAPH_PLAN_H

#include "host/graph/plan_form.h"

void coop_plan_init(struct coop_plan *plan);
void coop_plan_clear(struct coop_plan *plan);

/* Adds a tensor with a storage of its own; its number is the count before. COOP_OUT_OF_MEMORY. */
coop_status coop_plan_storage(struct coop_plan *plan, const struct coop_plan_storage *storage);

/* Whether the storages of each node are cut alike, as when it was added: their `cells` may have changed
 * since, on which nothing else in a plan depends. */
coop_status coop_plan_check_cuts(struct coop_plan *plan);

/* The same of a scalar. `name` is borrowed. */
coop_status coop_plan_scalar(struct coop_plan *plan, const char *name);

/* Adds a node. The storages of `accesses` are numbers of tensors. A kernel, a copy or a fill has a task for
 * each block of its tensors, which stand before the scalars; one task where it has none, as a function of the
 * host has.
 *
 * COOP_INVALID_ARGUMENT  tensors are cut differently, too many accesses, or a name that another node has.
 * COOP_OUT_OF_MEMORY     the plan is not to be used any more. */
coop_status coop_plan_add(struct coop_plan *plan, enum coop_plan_kind kind, const char *name, uint32_t item,
                          enum coop_plan_where where, const struct coop_plan_access *accesses,
                          uint32_t access_count);

/* Adds the two nodes of a reduction: "pieces of <name>", with a task for each block, and `name`, which is
 * behind all of them. Statuses as above.
 * items  of the two nodes. */
coop_status coop_plan_reduce(struct coop_plan *plan, const char *name, const uint32_t items[2],
                             enum coop_plan_where where, uint32_t tensor, uint32_t scalar);

/* From now on each of two tensors means the storage of the other one. COOP_INVALID_ARGUMENT: they are cut
 * differently. */
coop_status coop_plan_swap(struct coop_plan *plan, uint32_t left, uint32_t right);

/* All tasks of a node begin after those of another one; a part's name stands for all of its nodes.
 * COOP_INVALID_ARGUMENT: there is no such node. */
coop_status coop_plan_edge(struct coop_plan *plan, const char *before, const char *after);

#endif
