/* A tree from a file that tasks count, as a workload. */
#ifndef APPS_TASK_TREE_H
#define APPS_TASK_TREE_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_tree;

#endif
