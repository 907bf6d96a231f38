#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task coop_by_group void leaf(uint n)
{
}

coop_kernel coop_kill_any void cast(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        (void)coop_tasks_run(&flow);
    }
}

coop_kernel coop_kill_any void comma(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;
    uint rounds = 0;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        ++rounds, coop_tasks_run(&flow);
    }
}

coop_kernel coop_kill_any void head(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        for (coop_tasks_run(&flow); false;) {
        }
    }
}

coop_kernel coop_kill_any void step(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        for (uint i = 0; i < 1; ++i, coop_tasks_run(&flow)) {
        }
    }
}

/* A branch is a statement, too. */
coop_kernel coop_kill_any void branch(global struct coop_flowgraph *graph)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow))
            break;
        else
            coop_tasks_run(&flow);
    }
}
