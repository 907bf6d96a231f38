/* Points that tasks sort into an octree, as a workload. */
#ifndef APPS_TASK_OCTREE_H
#define APPS_TASK_OCTREE_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_octree;

#endif
