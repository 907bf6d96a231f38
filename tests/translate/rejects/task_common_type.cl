#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint d)
{
    return d;
}

struct settings {
    uint most;
};

coop_task uint later(uint d, coop_common struct settings settings)
{
    coop_spawn leaf(d);
    return settings.most;
}


coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, struct settings settings)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, settings);
    }
}
