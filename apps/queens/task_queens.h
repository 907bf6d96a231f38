/* Queens that tasks place, as a workload. */
#ifndef APPS_TASK_QUEENS_H
#define APPS_TASK_QUEENS_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_queens;

#endif
