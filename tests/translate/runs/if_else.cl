// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    while (k < 8) {
        if (k % 4 == 0) {
            for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] += 1;
            resizing_global_barrier();
            if (get_global_id(0) == 0) out[101] += k;
        } else if (k % 4 == 1) {
            if (get_global_id(0) == 0) out[102] += k;
        } else if (k % 4 == 2)
            resizing_global_barrier();
        else {
            int twice = k * 2;
            global_barrier();
            for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] += data[i] * twice;
            global_barrier();
        }
        if (k == 5) { } else { resizing_global_barrier(); }
        if (k == 2) global_barrier();
        ++k;
    }
    {
        {
            resizing_global_barrier();
        }
    }
    if (get_global_id(0) == 0) out[103] = k;
}
