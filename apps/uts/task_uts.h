/* An unbalanced tree that tasks count, as a workload. */
#ifndef APPS_TASK_UTS_H
#define APPS_TASK_UTS_H

#include "tools/workqueue/problem.h"
#include "uts_tree.h"

/* A tree in one word: "T3", "b,d,r" of a geometric tree, "b,q,m,r" of a binomial one. */
struct work_choice uts_choice(const char *text);

/* The input is a struct uts_tree. */
extern const struct workload workload_uts;

#endif
