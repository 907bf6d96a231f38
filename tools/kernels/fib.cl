/* The n-th Fibonacci number by the definition: calls from the cut-off on are tasks, which spawn two more; those below it
 * are computed at once. One work-item of the work-group has something to do. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "fib_tasks.h"
#include "tally.h"

/* The same by the definition: the calls are counted by walking through them, with a stack of their own. */
static ulong fib_at_once(uint n)
{
    uint waiting[64];
    uint count = 0;
    ulong sum = 0;

    for (;;) {
        while (n >= 2) {
            waiting[count++] = n - 2;
            n -= 1;
        }
        sum += n;
        if (count == 0) {
            return sum;
        }
        n = waiting[--count];
    }
}

static void fib_call(const local struct fib_call *call, local struct coop_work *work, global atomic_ulong *tallies,
                     uint cutoff)
{
    if (get_local_id(0) != 0) {
        return;
    }
    if (call->n < 2 || call->n < cutoff) {
        tally_add(tallies, FIB_VALUE, fib_at_once(call->n));
    } else {
        coop_push_fib_call(work, (struct fib_call){call->n - 1});
        coop_push_fib_call(work, (struct fib_call){call->n - 2});
    }
}

coop_kernel void fib(global struct coop_workqueue *queue, global atomic_ulong *tallies, uint cutoff)
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
        coop_work_run((fib_call), &work, tallies, cutoff);
    }
}
