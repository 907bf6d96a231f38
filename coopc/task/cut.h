/* A task becomes states and points. */
#ifndef COOPC_TASK_CUT_H
#define COOPC_TASK_CUT_H

#include "coopc/task/task.h"

/* Cuts the tasks at their syncs, numbers the channels and lays out the closures. */
void tasks_cut(struct tasks *tasks);

/* The states that a step may run which begins at the point, or, it being NULL, at the beginning: by state,
 * whether it may. */
bool *task_states_from(const struct task *task, const struct point *begin);

/* Whether the task may return in one of these states. */
bool task_returns(const struct task *task, const bool *is_reached);

/* Whether one of these states ends the step in front of the point. */
bool task_leads_to(const struct task *task, const bool *is_reached, const struct point *point);

/* Whether the task may spawn `wanted`, itself or through others. */
bool task_spawns(const struct tasks *tasks, const struct task *task, const struct task *wanted);

/* Whether the spawn is in one of these states. */
bool task_reaches(const struct task *task, const bool *is_reached, const struct spawn *spawn);

#endif
