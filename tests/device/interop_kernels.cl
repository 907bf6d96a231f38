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
