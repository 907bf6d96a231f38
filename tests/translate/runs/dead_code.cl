// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    while (1) {
        resizing_global_barrier();
        k++;
        if (k > 4) {
            break;
            out[1] = 99;
            global_barrier();
            out[2] = 99;
        } else {
            continue;
            int never = 4;
            resizing_global_barrier();
            out[3] = never;
        }
        out[4] = 99;
    }
    if (get_global_id(0) == 0) out[5] = k;
    return;
    global_barrier();
    out[6] = 99;
}
