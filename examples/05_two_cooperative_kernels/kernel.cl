/* Two cooperative kernels that block in different ways, and a regular one between them. */
#include "coop/kernel.clh"
#include "formulas.h"

/* Draws ranges of a list until it is used up. No barrier over all work-groups: each may end before it draws a
 * range, or bring in new ones, which begin behind request_fork and draw for themselves. */
coop_kernel void count_steps(global uint *steps, global atomic_uint *drawn, uint count)
{
    local uint range;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            range = atomic_fetch_add_explicit(drawn, RANGE, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint begin = range;
        uint end = min(begin + RANGE, count);
        if (begin >= count) {
            return;
        }
        for (uint i = begin + (uint)get_local_id(0); i < end; i += (uint)get_local_size(0)) {
            steps[i] = steps_of(i + 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE); /* everybody has read `range` */
    }
}

/* Rounds over a ring of cells; the number of work-groups may change between two rounds. */
coop_kernel void mix(global uint *first, global uint *second, uint count, uint rounds)
{
    transmit uint round = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;

    for (; round < rounds; round++) {
        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
            out[i] = mixed(in[i > 0 ? i - 1 : count - 1], in[i], in[i + 1 < count ? i + 1 : 0]);
        }
        global uint *swap = in;
        in = out;
        out = swap;
        resizing_global_barrier();
    }
}

kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}
