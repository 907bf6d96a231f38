#include "coop/kernel.clh"
#include "coop/spawn.clh"


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
