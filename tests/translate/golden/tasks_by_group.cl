// Tasks that a work-group runs together, one with barriers and one without, and a task with two channels.
#include "coop/kernel.clh"
#include "coop/spawn.clh"

static coop_task coop_by_group void fill(uint first, coop_common global uint *numbers);

coop_task coop_by_group void turn(uint first, uint count, coop_common global uint *numbers,
                                  coop_common local uint *part)
{
    for (uint i = (uint)get_local_id(0); i < count; i += (uint)get_local_size(0)) {
        part[i] = numbers[first + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = (uint)get_local_id(0); i < count; i += (uint)get_local_size(0)) {
        numbers[first + i] = part[count - 1 - i];
    }
}

static coop_task coop_by_group void fill(uint first, coop_common global uint *numbers)
{
    numbers[first + get_local_id(0)] = first;
}

coop_task uint coop_apart(count <= 64u || first == 0) halve(uint first, uint count, coop_common global uint *numbers,
                                                          coop_common local uint *part)
{
    uint low, high;

    if (count <= 64) {
        coop_spawn turn(first, count, numbers, part);
        coop_spawn fill(first, numbers);
        return count;
    }
    low = coop_spawn halve(first, count / 2, numbers, part);
    high = coop_spawn halve(first + count / 2, count - count / 2, numbers, part);
    coop_sync();
    return low + high;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *numbers)
{
    local struct coop_flow flow;
    local uint part[64];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, numbers, part);
    }
}
