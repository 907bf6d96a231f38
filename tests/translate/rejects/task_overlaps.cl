#include "coop/kernel.clh"
#include "coop/spawn.clh"

struct pair {
    uint a;
    uint b;
};

union either {
    uint a;
    uint b;
};

coop_task uint leaf(uint n)
{
    return n;
}

coop_task struct pair both(uint n)
{
    return (struct pair){n, n};
}

coop_task uint overlaps(uint n)
{
    struct pair whole, part;
    union either either;
    uint array[4], rows[2][2];

    whole = coop_spawn both(n);
    whole.a = coop_spawn leaf(n);
    part.a = coop_spawn leaf(n);
    part = coop_spawn both(n);
    array[0] = coop_spawn leaf(n);
    array[0x0u] = coop_spawn leaf(n);
    rows[1][0] = coop_spawn leaf(n);
    rows[1][1] = coop_spawn leaf(n);
    rows[1][1] = coop_spawn leaf(n);
    either.a = coop_spawn leaf(n);
    either.b = coop_spawn leaf(n);
    coop_sync();
    for (uint i = 0; i < n; i++) {
        part.b = coop_spawn leaf(n);
        array[i & 3] = coop_spawn leaf(n);
    }
    coop_sync();
    return whole.a + part.a + array[0] + either.a + rows[1][1];
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
