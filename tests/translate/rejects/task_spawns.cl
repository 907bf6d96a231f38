#include "coop/kernel.clh"
#include "coop/spawn.clh"

static uint helper(uint n)
{
    return n;
}

coop_task void nothing(uint n)
{
}

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint inner(uint n, global uint *data)
{
    uint x, many[4];
    uint y = coop_spawn leaf(n);

    x = 1 + coop_spawn leaf(n);
    x = helper(coop_spawn leaf(n));
    x += coop_spawn leaf(n);
    if (coop_spawn leaf(n)) {
        x = 1;
    }
    for (uint i = coop_spawn leaf(n); i < n; i++) {
        x = i;
    }
    data[0] = coop_spawn leaf(n);
    x = coop_spawn helper(n);
    coop_spawn leaf(n), x = 2;
    many[0] = coop_spawn leaf(n);
    coop_sync();
    return x + y + many[0];
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
