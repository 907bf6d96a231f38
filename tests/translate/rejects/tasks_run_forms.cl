#include "coop/kernel.clh"
#include "coop/spawn.clh"

#define RUN coop_tasks_run(&flow)

struct item {
    uint a;
};
coop_channels(item);

static void item(struct item item, local struct coop_flow *flow)
{
}

coop_task uint leaf(uint n)
{
    return n;
}

coop_kernel coop_kill_any void by_macro(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        RUN;
    }
}

coop_kernel coop_kill_any void twice(global struct coop_flowgraph *graph)
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
        coop_tasks_run(&flow);
    }
}
