/* Tasks of spin: each computes for a time of its own, and then makes tasks below it. */
#ifndef APPS_SPIN_SPIN_TASKS_H
#define APPS_SPIN_SPIN_TASKS_H

#include "coop/shared/task.h"
#include "spin.h"

struct spin {
    word64 seed;   /* not 0 */
    word64 levels; /* that are below it */
};
coop_tasks(spin);

/* The counts of a tally. */
enum { SPIN_TASKS, SPIN_ROUNDS, SPIN_SUM };

#endif
