#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif

coop_task ulong fib(uint n);

coop_task ulong root(uint depth, uint seed, coop_common global uint *effects)
{
    ulong x;

    effects[seed % 64] += depth;
    x = coop_spawn fib(depth * 4 + seed);
    coop_sync();
    return x;
}

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

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void tests(global struct coop_flowgraph *graph, global uint *effects)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, effects);
    }
}
#endif
