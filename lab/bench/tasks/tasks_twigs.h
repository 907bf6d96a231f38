/* The same tree as tasks of a work queue. */
#ifndef LAB_BENCH_TASKS_TWIGS_H
#define LAB_BENCH_TASKS_TWIGS_H

#include <coop/shared/task.h>

struct number {
    coop_u32 n;
};

coop_tasks(number);

#endif
