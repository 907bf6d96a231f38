/* Tasks of spin: each computes for a time of its own, and then makes tasks below it. */
#ifndef APPS_SPIN_SPIN_TASKS_H
#define APPS_SPIN_SPIN_TASKS_H

#include "coop/shared/task.h"
#include "spin.h"

struct spin {
    word64 seed;   /* not 0 */
    word64 levels; /* that are below it */
};
/* The same, which had better run on a processor, or on a GPU. */
struct spin_on_cpu {
    word64 seed;
    word64 levels;
};
struct spin_on_gpu {
    word64 seed;
    word64 levels;
};
coop_tasks(spin, spin_on_cpu, spin_on_gpu);

/* The counts of a tally. */
enum { SPIN_TASKS, SPIN_ROUNDS, SPIN_SUM };

#endif
