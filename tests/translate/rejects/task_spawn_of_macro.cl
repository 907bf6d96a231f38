#include "coop/kernel.clh"
#include "coop/spawn.clh"
#define SPAWN coop_spawn
#define SPAWN_INTO(place, call) place = coop_spawn call
coop_task uint leaf(uint n)
{
    return n;
}
#define TIMES(n) for (uint i = 0; i < (n); i++)
coop_task uint root(uint n)
{
    uint x, y;

    x = SPAWN leaf(n);
    SPAWN_INTO(y, leaf(n));
    TIMES(n) coop_spawn leaf(n);
    coop_sync();
    return x + y;
}
coop_kernel void tests(global struct coop_flowgraph *graph)
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
