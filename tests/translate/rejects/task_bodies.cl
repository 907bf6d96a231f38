#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct inside {
    uint *where;
};

static void meet(void)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint inner(uint n, private uint *pointer, struct inside inside, ulong4 wide, local uint *place)
{
    uint x;

    x = coop_spawn leaf(n);
    barrier(CLK_LOCAL_MEM_FENCE);
    offer_kill();
    meet();
again:
    switch (n) {
        {
        case 1:
            coop_sync();
            break;
        }
    default:
        goto again;
    }
    if (coop_sync(), n) {
        x = 1;
    }
    return x;
}

coop_task uint *leads(uint n)
{
    return 0;
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
