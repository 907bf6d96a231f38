/* What coopc refuses of tasks. */
#ifndef COOPC_TASK_CHECK_H
#define COOPC_TASK_CHECK_H

#include "coopc/task/task.h"

/* Spawns and syncs outside of tasks, and calls of tasks that are no spawns. */
void check_syncs(const struct tasks *tasks);

/* What tasks hold; builds their flows. */
void tasks_check(const struct tasks *tasks);

/* What they keep, once they are cut. */
void tasks_check_sizes(const struct tasks *tasks);

#endif
