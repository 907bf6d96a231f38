/* Tasks by group and tasks with two channels; as C it is the elision. */
#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif
#include "tasks_items.h"

/* Every work-item adds up a part; the last one leaves the sum behind. */
coop_task coop_by_group void sum_of_block(uint first, uint count, coop_common global const uint *numbers,
                                          coop_common global ulong *sums, coop_common local ulong *parts)
{
    uint me = (uint)get_local_id(0);
    ulong sum = 0;

    if (count == 0) {
        return;
    }
    for (uint i = me; i < count; i += (uint)get_local_size(0)) {
        sum += numbers[first + i];
    }
    parts[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = (uint)get_local_size(0); width > 1; width = (width + 1) / 2) {
        uint half_width = (width + 1) / 2;
        ulong other = me + half_width < width ? parts[me + half_width] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        parts[me] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me + 1 == get_local_size(0)) {
        sums[first / BLOCK_NUMBERS] = parts[0];
    }
}

/* Without a barrier of its own: each work-item changes its share. */
coop_task coop_by_group void mark_block(uint first, coop_common global uint *marks);

coop_task ulong total(uint first, uint count, coop_common global const uint *numbers,
                      coop_common global ulong *sums, coop_common global uint *marks,
                      coop_common local ulong *parts)
{
    ulong low, high;
    uint half_count = (count / BLOCK_NUMBERS + 1) / 2 * BLOCK_NUMBERS;

    if (count <= BLOCK_NUMBERS) {
        coop_spawn sum_of_block(first, count, numbers, sums, parts);
        coop_sync();
        coop_spawn mark_block(first, marks);
        return sums[first / BLOCK_NUMBERS];
    }
    low = coop_spawn total(first, half_count, numbers, sums, marks, parts);
    high = coop_spawn total(first + half_count, count - half_count, numbers, sums, marks, parts);
    coop_sync();
    return low + high;
}

coop_task coop_by_group void mark_block(uint first, coop_common global uint *marks)
{
    for (uint i = (uint)get_local_id(0); i < BLOCK_NUMBERS; i += (uint)get_local_size(0)) {
        marks[first + i] += 1 + i;
    }
}

/* Leaves have a channel of their own. */
coop_task ulong coop_apart(n < 2) fib(uint n)
{
    ulong x, y;

    if (n < 2) {
        return n;
    }
    x = coop_spawn fib(n - 1);
    y = coop_spawn fib(n - 2);
    coop_sync();
    return x + y;
}

#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global const uint *numbers,
                                     global ulong *sums, global uint *marks)
{
    local struct coop_flow flow;
    local ulong parts[LOCAL_ITEMS_MAX];

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, numbers, sums, marks, parts);
    }
}
#endif
