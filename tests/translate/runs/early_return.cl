// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    while (1) {
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
            out[i] += data[i] + k;
        }
        resizing_global_barrier();
        k++;
        if (k == 6) {
            if (get_global_id(0) == 0) { out[400] = 77; }
            return;
        }
        global_barrier();
        if (k == 100)
            return;
    }
    out[401] = 5;
}
