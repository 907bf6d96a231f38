#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n, coop_common global uint *data)
{
    return n + data[0];
}

static void helper(local struct coop_flow *flow)
{
    coop_tasks_run(flow);
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
        coop_tasks_run(&flow, data, 1);
        coop_tasks_run();
    }
}
