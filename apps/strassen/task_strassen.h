/* Matrices that tasks multiply, as a workload. */
#ifndef APPS_TASK_STRASSEN_H
#define APPS_TASK_STRASSEN_H

#include "strassen_input.h"
#include "tools/workqueue/problem.h"

extern const struct workload workload_strassen;

#endif
