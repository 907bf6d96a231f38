#include "coop/kernel.clh"
#include "coop/spawn.clh"

static uint *same(uint *at)
{
    return at;
}

static void set(uint *at)
{
    *at = 3;
}

static void store(uint **into, uint *at)
{
    *into = at;
}

coop_task uint leaf(uint n)
{
    return n;
}

coop_task uint addresses(uint n)
{
    uint x, y, z, lent, array[4];
    uint *to_x = &x, *to_array = array, *to_y, *to_z;

    to_y = same(&y);
    store(&to_z, &z);
    x = coop_spawn leaf(n);
    y = coop_spawn leaf(n);
    z = coop_spawn leaf(n);
    array[0] = coop_spawn leaf(n);
    lent = coop_spawn leaf(n);
    *to_x = 3;
    coop_sync();
    set(&lent);
    return x + y + z + *to_y + *to_z + to_array[1] + lent;
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
