/* Fibonacci numbers by the definition: each call is a task of one work-item. */
#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task ulong fib(uint n)
{
    ulong x, y;

    if (n < 2) {
        return n;
    }
    x = coop_spawn fib(n - 1);
    y = coop_spawn fib(n - 2);
    coop_sync();
    return x + y;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph)
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
        coop_tasks_run(&flow);
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
