/* Tasks of fib: a number from the cut-off on makes two others. */
#ifndef TOOLS_KERNELS_FIB_TASKS_H
#define TOOLS_KERNELS_FIB_TASKS_H

#include "coop/shared/task.h"
#include "tools/workqueue/both.h"

struct fib {
    word32 n;
};
coop_tasks(fib);

#endif
