#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint forms(uint n)
{
    uint x = 1, y;

    y = 1, x = coop_spawn leaf(n);
    coop_sync();
    y = x = coop_spawn leaf(n);
    coop_sync();
    (x) = coop_spawn leaf(n);
    coop_sync();
    return x + y;
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
