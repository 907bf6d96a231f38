// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int k = 0;
    for (;;) {
        if (k > 3) break;
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] += k;
        k++;
        resizing_global_barrier();
    }
    for (; k < 7;) {
        k++;
        resizing_global_barrier();
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = out[i] * 3 + data[i];
        global_barrier();
    }
    for (k = 10;; k--) {
        resizing_global_barrier();
        if (k < 5) break;
        if (k & 1) continue;
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) out[i] -= k;
        global_barrier();
    }
    while (1) {
        resizing_global_barrier();
        if (++k > 8) break;
    }
    do resizing_global_barrier(); while (k-- > 3);
    if (get_global_id(0) == 0) out[300] = k + 1000;
}
