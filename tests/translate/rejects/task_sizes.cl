#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct large {
    uint words[60];
};

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint item(struct large large, ulong n, ulong m)
{
    return large.words[0] + (uint)(n + m);
}

coop_task uint closure(uint n)
{
    uint x, many[50], few[20];
    uint *leads = many;

    for (uint i = 0; i < 50; i++) {
        many[i] = i * n;
        few[i % 20] = i;
    }
    x = coop_spawn leaf(n);
    coop_sync();
    for (uint i = 0; i < 50; i++) {
        x += leads[i] + many[i] + few[i % 20];
    }
    return x;
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
