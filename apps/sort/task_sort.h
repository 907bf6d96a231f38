/* Keys that tasks sort, as a workload. */
#ifndef APPS_TASK_SORT_H
#define APPS_TASK_SORT_H

#include "sort_input.h"
#include "tools/workqueue/problem.h"

extern const struct workload workload_sort;

#endif
