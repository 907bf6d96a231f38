/* The test kernels of coop-info, which show whether a device really serves: a barrier among all workers,
 * then a regular kernel. */
#include "coop/kernel.clh"

coop_kernel void probe_barrier(global uint *seen, uint rounds)
{
    transmit uint round = 0;

    while (round < rounds) {
        seen[get_global_id(0)] = round + 1;
        global_barrier();
        /* Every work-item reads its right neighbour's word, written before the barrier. */
        uint neighbour = seen[(get_global_id(0) + 1) % get_global_size(0)];
        if (neighbour != round + 1) {
            seen[get_global_id(0)] = 0xffffffffu;
        }
        round++;
        resizing_global_barrier();
    }
}

kernel void probe_regular(global uint *out)
{
    out[get_global_id(0)] = (uint)get_global_id(0) + 1;
}
