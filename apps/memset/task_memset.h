/* Words that tasks set, as a workload. */
#ifndef APPS_TASK_MEMSET_H
#define APPS_TASK_MEMSET_H

#include "tools/workqueue/problem.h"

#define MEMSET_TASKS_MAX ((uint64_t)1 << 28)

extern const struct workload workload_memset;

#endif
