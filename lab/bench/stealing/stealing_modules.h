/* Modules of memset and of trees that differ from the workloads' own by one switch of the work queue
 * (docs/tasks.md#work-queues, chosen at build time), with the same kernels otherwise. */
#ifndef LAB_BENCH_STEALING_MODULES_H
#define LAB_BENCH_STEALING_MODULES_H

#include "tools/workqueue/problem.h"

#include <stddef.h>

enum stealing_switch {
    STEALING_AS_IT_IS, /* no other module */
    STEALING_LOOK_FIRST,
    STEALING_OF_1, /* a steal takes 1 task, and 4, and 16, where it takes half of what is there */
    STEALING_OF_4,
    STEALING_OF_16,
    STEALING_SWITCHES
};

/* NULL for workloads without one, and for STEALING_AS_IT_IS. */
const char *stealing_module_text(const struct workload *workload, enum stealing_switch which, size_t *bytes);

#endif
