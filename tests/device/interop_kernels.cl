/* For tests/device/interop.c and interop_ordinary.c: memory that is not the arena's. */
#include "coop/kernel.clh"

kernel void add(global uint *values, uint by)
{
    values[get_global_id(0)] += by;
}

/* Each value becomes the sum of itself and the next one, `rounds` times. */
coop_kernel void sum_with_next(global uint *values, global uint *scratch, uint count, uint rounds)
{
    transmit uint round = 0;

    while (round < rounds) {
        for (uint i = get_global_id(0); i < count; i += get_global_size(0))
            scratch[i] = values[i] + values[(i + 1) % count];
        global_barrier();
        for (uint i = get_global_id(0); i < count; i += get_global_size(0))
            values[i] = scratch[i];
        round++;
        resizing_global_barrier();
    }
}

/* Draws numbers, counts each, and lingers: any work-group may end, or begin, between two. */
coop_kernel coop_kill_any void draw(global uint *next, global uint *drawn, uint count, uint delay)
{
    local uint first;

    for (;;) {
        if (get_local_id(0) == 0)
            first = atomic_fetch_add_explicit((global atomic_uint *)next, 16, memory_order_relaxed,
                                              memory_scope_device);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= count)
            break;
        for (uint i = first + get_local_id(0); i < first + 16 && i < count; i += get_local_size(0))
            drawn[i]++;
        for (volatile uint i = 0; i < delay; i++)
            ;
        barrier(CLK_LOCAL_MEM_FENCE);
        offer_kill();
        request_fork();
    }
}
