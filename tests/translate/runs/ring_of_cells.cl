// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int round = 0;
    transmit global int *in = data, *to = out;
    for (; round < 5; round++) {
        for (uint i = get_global_id(0); i < (uint)n; i += get_global_size(0)) {
            to[i] = in[i > 0 ? i - 1 : n - 1] + in[i] * 3 - in[i + 1 < (uint)n ? i + 1 : 0];
        }
        global int *swap = in;
        in = to;
        to = swap;
        resizing_global_barrier();
    }
}
