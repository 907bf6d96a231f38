/* What the storm launches: kernels that touch one word, by atomics alone, so that any number of launches may
 * share it. */
#include "coop/kernel.clh"

void count_one(global uint *word)
{
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_uint *)word, 1u, memory_order_relaxed, memory_scope_device);
    }
}

kernel void regular(global uint *word)
{
    count_one(word);
}

coop_kernel void cooperative(global uint *word, uint rounds)
{
    transmit uint round = 0;

    while (round < rounds) {
        count_one(word);
        round++;
        resizing_global_barrier();
    }
}
