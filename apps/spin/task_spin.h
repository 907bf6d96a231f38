/* Tasks that compute for given times, as a workload. */
#ifndef APPS_TASK_SPIN_H
#define APPS_TASK_SPIN_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_spin;

#endif
