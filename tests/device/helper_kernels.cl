/* Helpers that hold barriers, in kernels of both kinds. */
#include "coop/kernel.clh"

/* The sum over the work-group, in all work-items; any number of them. */
uint sum_of_group(local uint *part, uint value)
{
    uint item = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);
    uint sum;

    part[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (items == 1) {
        return value;
    }
    while (items > 1) {
        uint rest = (items + 1) / 2;
        if (item + rest < items) {
            part[item] += part[item + rest];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        items = rest;
    }
    sum = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

/* The sum over the work-items below this one. */
uint sum_below(local uint *part, uint value)
{
    uint item = (uint)get_local_id(0);
    uint sum = value;

    part[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
        uint before = item >= distance ? part[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += before;
        part[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum - value;
}

/* One step over a block: what stands below each element of it, and the block's sum. */
void block(global const uint *in, global uint *out, global uint *sums, local uint *part, uint number, uint n)
{
    uint at = number * (uint)get_enqueued_local_size(0) + (uint)get_local_id(0);
    uint value = 0;
    uint below;
    uint sum;

    if (at < n) {
        value = in[at];
    }
    below = sum_below(part, value);
    sum = sum_of_group(part, value);
    if (at < n) {
        out[at] += below;
    }
    if (get_local_id(0) == 0) {
        sums[number] += sum;
    }
}

kernel void blocks(global const uint *in, global uint *out, global uint *sums, uint n)
{
    local uint part[256];

    block(in, out, sums, part, (uint)get_group_id(0), n);
}

/* Every round does all blocks, with whatever work-groups there are. */
coop_kernel void rounds(global const uint *in, global uint *out, global uint *sums, uint n, uint count)
{
    local uint part[256];
    transmit uint round = 0;

    for (; round < count; round++) {
        for (uint i = (uint)get_group_id(0); i * get_local_size(0) < n; i += (uint)get_num_groups(0)) {
            block(in, out, sums, part, i, n);
        }
        resizing_global_barrier();
    }
}

/* Draws blocks until none is left; work-groups come and go between two. */
coop_kernel void drawing(global const uint *in, global uint *out, global uint *sums, global uint *next,
                         uint n)
{
    local uint part[256];
    local uint drawn;

    for (;;) {
        uint number;
        if (get_local_id(0) == 0) {
            drawn = atomic_fetch_add_explicit((global atomic_uint *)next, 1u, memory_order_relaxed,
                                              memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        number = drawn;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number * get_local_size(0) >= n) {
            break;
        }
        block(in, out, sums, part, number, n);
        for (uint i = 0; i < 40; i++) { /* so that there are rounds enough to change M in */
            uint sum = sum_of_group(part, i);
            if (sum != i * get_local_size(0)) {
                sums[number] = ~0u;
            }
        }
        offer_kill();
        request_fork();
    }
}

kernel void count(global uint *out)
{
    atomic_fetch_add_explicit((global atomic_uint *)&out[get_global_id(0)], 1u, memory_order_relaxed,
                              memory_scope_device);
}
