/* A Fibonacci number that tasks compute, as a workload. */
#ifndef APPS_TASK_FIB_H
#define APPS_TASK_FIB_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_fib;

#endif
