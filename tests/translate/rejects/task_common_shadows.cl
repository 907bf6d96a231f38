#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint d, coop_common uint n)
{
    return d + n;
}

coop_task uint local_variable(uint d, coop_common uint n)
{
    {
        uint n = d + 100;

        coop_spawn leaf(d, n);
    }
    coop_spawn leaf(d, n);
    return n;
}

coop_task uint macro(uint d, coop_common uint n)
{
#define n (n + 7u)
    coop_spawn leaf(d, n);
#undef n
    return d;
}

coop_task uint loop(uint d, coop_common uint n)
{
    for (uint n = 0; n < d; n++) {
        coop_spawn leaf(d, n);
    }
    return n;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, uint n)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, n);
    }
}
