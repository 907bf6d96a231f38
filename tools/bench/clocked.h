/* Modules whose tasks measure how long they take (tools/workqueue/tally.h), with the same kernels
 * otherwise. */
#ifndef TOOLS_TASKS_CLOCKED_H
#define TOOLS_TASKS_CLOCKED_H

#include "tools/workqueue/problem.h"

#include <stddef.h>

/* NULL for workloads without one. */
const char *clocked_module_text(const struct work_problem *problem, size_t *bytes);

#endif
