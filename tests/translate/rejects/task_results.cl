#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct pair {
    uint a;
    uint b;
};

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint inner(uint n)
{
    uint x, y, z[2];
    struct pair p;
    uint *at;

    x = coop_spawn leaf(n);
    y = x + 1;
    coop_sync();
    x = coop_spawn leaf(n);
    if (n > 3) {
        coop_sync();
    }
    x = 2;
    coop_sync();
    x = coop_spawn leaf(n);
    x = coop_spawn leaf(n);
    z[0] = coop_spawn leaf(n);
    y = z[1];
    coop_sync();
    p.a = coop_spawn leaf(n);
    at = &p.b;
    coop_sync();
    for (uint i = 0; i < n; i++) {
        y = coop_spawn leaf(n);
    }
    coop_sync();
    x = coop_spawn leaf(n);
    return x + y + p.a + *at;
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
