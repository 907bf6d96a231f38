/* One kernel of each kind. */
#include "coop/kernel.clh"

/* A regular kernel: ordinary OpenCL C. Its logical work-groups may run in any order, on any number of
 * work-groups. */
kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}

/* A cooperative kernel: its work-groups wait for each other after every round, and between two rounds their
 * number may change. Adds to each value the one `distance` before it, for distances 1, 2, 4 …; `in` and `out`
 * change places. A work-group that joins gets the three variables (coop_transmit_live). */
coop_kernel coop_transmit_live void prefix_sums(global uint *first, global uint *second, uint count)
{
    uint distance = 1;
    global uint *in = first;
    global uint *out = second;

    while (distance < count) {
        for (uint i = (uint)get_global_id(0); i < count; i += (uint)get_global_size(0)) {
            out[i] = i < distance ? in[i] : in[i] + in[i - distance];
        }
        global uint *swap = in;
        in = out;
        out = swap;
        distance *= 2;
        resizing_global_barrier();
    }
}
