/* Tasks of tree: each counts some siblings, and makes a task of each one's children. */
#ifndef TOOLS_KERNELS_TREE_TASKS_H
#define TOOLS_KERNELS_TREE_TASKS_H

#include "coop/shared/task.h"
#include "tools/workqueue/both.h"

struct visit_siblings {
    word32 first;
    word32 count;
    word32 level;
};
coop_tasks(visit_siblings);

/* A task of more siblings is halved first. */
#define TREE_TASK_SIBLINGS 128

/* The counts of a tally. */
enum { TREE_LEAVES, TREE_WIDEST, TREE_NODES };

#endif
