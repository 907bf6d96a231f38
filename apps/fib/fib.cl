/* Fibonacci numbers by recursion: two tasks for each number from the cut-off on, one work-item's stack below
 * it. The sum over the calls that end is the number. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "fib.h"
#include "fib_tasks.h"
#include "tools/workqueue/tally.h"

static void fib(const local struct fib *task, local struct coop_work *work, uint cutoff,
                global struct tally *tallies)
{
    uint n = task->n;

    if (get_local_id(0) != 0) {
        return;
    }
    tally_own(tallies)->counts[FIB_TASKS]++;
    if (n < 2 || n < cutoff) {
        tally_own(tallies)->counts[FIB_VALUE] += fib_leaf(n);
    } else {
        coop_push_fib(work, (struct fib){n - 2});
        coop_push_fib(work, (struct fib){n - 1});
    }
}

coop_kernel coop_kill_any void fibonacci(global struct coop_workqueue *queue, uint cutoff,
                                         global struct tally *tallies)
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
        ulong began = task_clock();
        coop_work_run((fib), &work, cutoff, tallies);
        tally_busy(tallies, began);
    }
}
