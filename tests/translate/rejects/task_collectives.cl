#include "coop/kernel.clh"
#include "coop/spawn.clh"
/* A task of one work-item meets nobody: neither itself nor in a helper. */
static uint helper(uint n)
{
    return work_group_any(n) ? 1 : 2;
}
coop_task uint leaf(uint n)
{
    uint x = helper(n);

    return x + work_group_reduce_add(n);
}
coop_task uint root(uint n)
{
    uint x;

    x = coop_spawn leaf(n);
    coop_sync();
    return x;
}
coop_kernel coop_kill_any void tests(global struct coop_flowgraph *graph)
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
