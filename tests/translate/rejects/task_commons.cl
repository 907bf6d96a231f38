#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n, coop_common global uint *data)
{
    coop_common uint x = n;

    data = 0;
    return n + x;
}

coop_task uint inner(uint n, coop_common global uint *data, global uint *others)
{
    coop_spawn leaf(n, data);
    coop_spawn leaf(n, data + 1);
    coop_spawn leaf(n, others);
    coop_sync();
    return n;
}

coop_task uint without(uint n, global uint *data)
{
    coop_spawn leaf(n, data);
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
        coop_tasks_run(&flow, data);
    }
}
