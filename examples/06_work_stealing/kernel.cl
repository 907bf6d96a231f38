/* Fibonacci numbers by the definition: a task for each call, which spawns a task for each of the two calls
 * that it makes. Work-groups steal from each other, and come and go meanwhile. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "tasks.h"

/* All work-items of a work-group run a task; here one of them has something to do. */
static void fib(const local struct fib *task, local struct coop_work *work, global atomic_uint *sum)
{
    if (get_local_id(0) != 0) {
        return;
    }
    if (task->n < 2) {
        atomic_fetch_add_explicit(sum, task->n, memory_order_relaxed, memory_scope_device);
    } else {
        coop_push_fib(work, (struct fib){task->n - 1});
        coop_push_fib(work, (struct fib){task->n - 2});
    }
}

coop_kernel void fibonacci(global struct coop_workqueue *queue, global atomic_uint *sum)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        coop_work_run((fib), &work, sum);
    }
}

/* Something else, which wants work-groups meanwhile. */
kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}
