/* As fib.cl, by item tasks: each work-item has a number of its own, and goes on with the larger of the two
 * that it makes. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "fib.h"
#define FIB_EACH
#include "fib_tasks.h"
#include "tools/workqueue/tally.h"

static void each_fib(struct each_fib task, local struct coop_work *work, uint cutoff,
                     global struct tally *tallies)
{
    uint n = task.of.n;

    tally_own(tallies)->counts[FIB_TASKS]++;
    if (n < 2 || n < cutoff) {
        tally_own(tallies)->counts[FIB_VALUE] += fib_leaf(n);
    } else {
        coop_push_each_fib(work, (struct each_fib){{n - 1}});
        coop_push_each_fib(work, (struct each_fib){{n - 2}});
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
        coop_work_run_each((each_fib), &work, cutoff, tallies);
        tally_busy(tallies, began);
    }
}
