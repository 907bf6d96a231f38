#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint f(uint n), g(uint n);

coop_task uint f(uint n)
{
    coop_task uint h(uint n);
    uint x;

    x = coop_spawn h(n);
    coop_sync();
    return x;
}

coop_task uint g(uint n)
{
    return n;
}

coop_task uint h(uint n)
{
    return n;
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
