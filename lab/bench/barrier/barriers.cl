/* Nothing but barriers: what coop-bench barrier measures in the megakernel. */
#include "coop/kernel.clh"

#include "tools/baseline/barriers.h"

coop_kernel void global_barriers(global uint *words, global atomic_uint *wrong, uint rounds, uint check_every)
{
    uint round = 0;

    while (round < rounds) {
        round++;
        barriers_write(words, round, check_every);
        global_barrier();
        barriers_read(words, wrong, round, check_every);
    }
}

coop_kernel void resizing_barriers(global uint *words, global atomic_uint *wrong, uint rounds,
                                   uint check_every)
{
    transmit uint round = 0;

    while (round < rounds) {
        round++;
        barriers_write(words, round, check_every);
        resizing_global_barrier();
        barriers_read(words, wrong, round, check_every);
    }
}
