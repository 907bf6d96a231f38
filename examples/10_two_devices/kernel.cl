/* Fibonacci numbers by the definition, as in 06_work_stealing: nothing here says on how many devices the
 * tasks are run. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "tasks.h"

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
