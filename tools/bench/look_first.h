/* Modules whose thieves always look at a queue before they try it (COOP_WORK_LOOK_FIRST), with the same
 * kernels otherwise. */
#ifndef TOOLS_BENCH_LOOK_FIRST_H
#define TOOLS_BENCH_LOOK_FIRST_H

#include "tools/workqueue/problem.h"

#include <stddef.h>

/* NULL for workloads without one. */
const char *look_first_module_text(const struct workload *workload, size_t *bytes);

#endif
