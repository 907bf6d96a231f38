/* Modules whose tasks measure how long they take (tools/workqueue/tally.h), with the same kernels
 * otherwise. */
#ifndef LAB_BENCH_CLOCKED_H
#define LAB_BENCH_CLOCKED_H

#include "tools/workqueue/problem.h"

#include <stddef.h>

/* NULL for workloads without one. */
const char *clocked_module_text(const struct work_problem *problem, size_t *bytes);

#endif
