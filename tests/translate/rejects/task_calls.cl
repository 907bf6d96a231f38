#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n)
{
    return n;
}

static uint helper(uint n)
{
    return leaf(n);
}

static void waits(void)
{
    coop_sync();
}

#define SPAWN(f) coop_spawn f(1)
coop_task uint inner(uint n)
{
    uint x;

    x = leaf(n);
    x = SPAWN(leaf);
    coop_sync();
    return x + helper(n) + inner(n);
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *data)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow);
    }
}
