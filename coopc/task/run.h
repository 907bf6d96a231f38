/* Where kernels run tasks: coop_tasks_run. */
#ifndef COOPC_TASK_RUN_H
#define COOPC_TASK_RUN_H

#include "coopc/task/task.h"

/* Fills tasks->runs, and refuses what is no such call. */
void runs_find(struct tasks *tasks);

#endif
