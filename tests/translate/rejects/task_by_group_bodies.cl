#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task void leaf(uint n, coop_common global uint *numbers, coop_common local uint *part)
{
    part[n] = 1;
    numbers[n] = part[0];
}

coop_task coop_by_group uint answers(uint n)
{
    return n;
}

coop_task coop_by_group void waits(uint n, private uint *place, local uint *other)
{
    coop_sync();
    offer_kill();
    (void)place;
    (void)other;
}

coop_task coop_by_group void spawns(uint n, coop_common global uint *numbers, coop_common local uint *part)
{
    coop_spawn leaf(n, numbers, part);
}

coop_task void calls(uint n, coop_common global uint *numbers, coop_common local uint *part)
{
    local uint *copy = part;

    coop_spawn leaf((uint)(part - copy), numbers, part);
    coop_spawn leaf(n, numbers, copy);
}

coop_task coop_by_group void late(uint n);

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *numbers)
{
    local struct coop_flow flow;
    local uint part[64];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, numbers, part);
    }
}

coop_task coop_by_group void late(uint n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}
