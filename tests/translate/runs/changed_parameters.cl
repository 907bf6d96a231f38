// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int left = n, k;
    n = n / 4;
    data += 3;
    if (get_global_id(0) == 0) out[0] = n + data[0];
    resizing_global_barrier();
    n = 5;
    data = out + 10;
    for (k = 0; k < n; k++) {
        if (get_global_id(0) == 0) data[k] = left + n;
        global_barrier();
    }
    resizing_global_barrier();
    if (get_global_id(0) == 0) out[20] = k + left;
}
