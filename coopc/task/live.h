/* The control flow of a task: what is outstanding where, and what lives across its syncs. */
#ifndef COOPC_TASK_LIVE_H
#define COOPC_TASK_LIVE_H

#include "coopc/task/task.h"

/* Builds task->flow, and finds the spawns' nodes. */
void live_build(struct task *task);

/* The node of a coop_sync. */
size_t live_node_of(const struct task *task, const struct call *sync);

/* Whether some way leads to the sync without a spawn behind the sync, or the beginning, in front of it. */
bool live_may_be_idle(const struct task *task, size_t sync);

/* Whether some way leads from a spawn to the task's end without a sync. */
bool live_returns_early(const struct task *task);

/* Adds the variables whose values are needed behind the node. */
void live_find_kept(const struct task *task, size_t node, struct variables *kept);

/* Whether the spawn's child may be outstanding at the sync. */
bool live_reaches(const struct task *task, const struct spawn *spawn, size_t sync);

/* Notes which spawns may come again before the next sync: those calls split the task, too. */
void live_mark_loops(struct task *task);

/* Whether a child of the spawn may be outstanding where the point is. */
bool live_is_outstanding(const struct task *task, const struct spawn *spawn, const struct point *point);

/* Refuses uses of results before the sync behind their spawns. */
void live_check_results(const struct task *task);

#endif
