#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n)
{
    return n;
}

/* The child writes a uint. */
coop_task uint types(uint n)
{
    ulong wide;
    char narrow;
    float real;
    uint4 lanes;
    uint right;

    wide = coop_spawn leaf(n);
    narrow = coop_spawn leaf(n);
    real = coop_spawn leaf(n);
    lanes.x = coop_spawn leaf(n);
    lanes[1] = coop_spawn leaf(n);
    right = coop_spawn leaf(n);
    coop_sync();
    return wide + narrow + real + lanes.x + right;
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
