/* The tasks of fib. */
#ifndef TOOLS_KERNELS_FIB_TASKS_H
#define TOOLS_KERNELS_FIB_TASKS_H

#include <coop/shared/task.h>

#include "both.h"

struct fib_call {
    word32 n;
};

coop_tasks(fib_call);

enum fib_tally { FIB_VALUE };

#endif
