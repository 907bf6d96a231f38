/* What is legal in tasks but dangerous. */
#ifndef COOPC_TASK_WARN_H
#define COOPC_TASK_WARN_H

#include "coopc/task/task.h"

/* Warns of tasks that nobody can spawn, and of variables that a loop sets behind a spawn and others read.
 * Their flow is built (live.h). */
void tasks_warn(const struct tasks *tasks);

#endif
