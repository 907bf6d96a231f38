/* Tasks of fib: a number from the cut-off on makes two others. */
#ifndef TOOLS_KERNELS_FIB_TASKS_H
#define TOOLS_KERNELS_FIB_TASKS_H

#include "coop/shared/task.h"
#include "tools/workqueue/both.h"

struct fib {
    word32 n;
};
coop_tasks(fib);

/* The same for a single work-item: a module that names item tasks has seats for them. */
#if defined(FIB_EACH) || !COOP_ON_DEVICE
struct each_fib {
    struct fib of;
};
coop_item_tasks(each_fib);
#endif

#endif
