/* What the scenarios run: one cooperative kernel with every primitive, one regular one. */
#include "coop/kernel.clh"

/* data[i] becomes data[i] + rounds, whatever happens to the number of work-groups. */
coop_kernel void adding(global uint *data, uint count, uint rounds)
{
    transmit uint round = 0;

    while (round < rounds) {
        for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) {
            data[i] += 1;
        }
        round++;
        offer_kill();
        request_fork();
        global_barrier();
        resizing_global_barrier();
    }
}

kernel void squares(global uint *out)
{
    size_t i = get_global_id(0);

    out[i] = (uint)(i * i);
}

/* Takes more local memory than the others. */
kernel void tally(global uint *out)
{
    local uint counts[256];
    size_t i = get_local_id(0);

    counts[i] = (uint)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = counts[get_local_size(0) - 1 - i];
}
