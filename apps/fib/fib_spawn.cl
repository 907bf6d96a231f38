/* Fibonacci numbers by tasks that wait: a number from the cut-off on spawns two others, and adds up their
 * results. As C (coop/spawn.h) the task is its elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#include "tools/workqueue/tally.h"
#endif

#include "apps/fib/fib.h"

coop_task ulong fib(uint n, coop_common uint cutoff)
{
    ulong x, y;

    if (n < 2) {
        return n;
    }
    if (n < cutoff) {
        return fib_leaf(n);
    }
    x = coop_spawn fib(n - 1, cutoff);
    y = coop_spawn fib(n - 2, cutoff);
    coop_sync();
    return x + y;
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void fib_by_tasks(global struct coop_flowgraph *graph, uint cutoff,
                                            global struct tally *tallies)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        tally_lanes(tallies, &flow);
        coop_tasks_run(&flow, cutoff);
    }
}
#endif
