#include "coop/kernel.clh"
#include "coop/spawn.clh"

uint twice(uint n);
coop_task uint nowhere(uint n);
coop_task kernel void both(global uint *data)
{
    data[0] = 1;
}

#define TASK coop_task uint made(uint n) { return n; }
TASK

coop_task uint twice(uint n)
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
