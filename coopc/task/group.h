/* Tasks that all work-items of a work-group run together: coop_by_group.
 *
 * Such a task has no wait, so it is not cut: it stays a function, which may hold barriers as other helpers
 * do, and the kernel calls it in place of coop_tasks_run for each item of its channel. */
#ifndef COOPC_TASK_GROUP_H
#define COOPC_TASK_GROUP_H

#include "coopc/task/task.h"

/* Refuses what a task by group cannot do. */
void group_check(const struct tasks *tasks, const struct task *task);

/* Whether the parameter is local memory of the kernel's, which is for tasks by group. */
bool variable_is_lent(const struct variable *variable);

/* Refuses other uses of local memory in a task of one work-item than to pass it on. */
void group_check_lent(const struct task *task);

/* Of the function that runs all other tasks: its case for the channel. */
void group_emit_case(struct text *out, const struct task *task);

/* What takes the place of coop_tasks_run: `step`, and behind it the tasks by group; `step` where there are
 * none. `flow` is the first argument. */
const char *groups_wrap_run(const struct tasks *tasks, const char *step, const char *flow);

#endif
