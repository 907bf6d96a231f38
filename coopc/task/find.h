/* The tasks of a unit, and what they spawn. */
#ifndef COOPC_TASK_FIND_H
#define COOPC_TASK_FIND_H

#include "coopc/task/task.h"

/* The unit's tasks, with their statements. What is no task is refused. */
struct tasks *tasks_find(struct unit *unit);

#endif
