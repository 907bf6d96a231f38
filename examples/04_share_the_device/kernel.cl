/* A long cooperative kernel, and a short regular one that wants work-groups while the long one runs. */
#include "coop/kernel.clh"
#include "formulas.h"

/* `rounds` rounds over a ring of cells, each made of three cells of the round before. A round needs all of
 * the one before it: the kernel blocks, and would hold its work-groups to its end if it could not shrink. */
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

kernel void draw(global uint *pixels, uint count, uint frame)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        pixels[i] = pixel(i, frame);
    }
}
