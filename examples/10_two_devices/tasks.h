/* The tasks of the team, for the kernels and for the host. */
#ifndef TASKS_H
#define TASKS_H

#include <coop/shared/task.h>

/* The Fibonacci number of `n`, by the definition: two more tasks, or 0 or 1. */
struct fib {
    coop_u32 n;
};

coop_tasks(fib);

#endif
