#include "coop/kernel.clh"

/* `rounds` rounds over a ring of numbers: a round needs all of the one before it. */
coop_kernel void smooth(global uint *first, global uint *second, uint count, uint rounds)
{
    transmit uint round = 0;
    transmit global uint *in = first;
    transmit global uint *out = second;

    for (; round < rounds; round++) {
        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
            out[i] = in[i] + (in[i > 0 ? i - 1 : count - 1] ^ in[i + 1 < count ? i + 1 : 0]);
        }
        global uint *swap = in;
        in = out;
        out = swap;
        resizing_global_barrier();
    }
}

/* One job: what differs from job to job lies in memory. */
kernel void draw(global uint *pixels, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        pixels[i]++;
    }
}
