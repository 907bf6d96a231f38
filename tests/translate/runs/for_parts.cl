// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int a = 0, b = 9, k = 0, total = 0;
    for (a = 0, b = 9; a < b; a++, b--) {
        resizing_global_barrier();
        total += a * b;
    }
    for (; k < 3;) {
        k++;
        resizing_global_barrier();
    }
    for (k = 10;; k += 5) {
        if (k > 25) break;
        resizing_global_barrier();
        total += k;
    }
    for (;; k--)
        if (k > 7)
            resizing_global_barrier();
        else
            break;
    for (a = 0; a++ < 2;)
        resizing_global_barrier();
    for (;;) {
        if (get_global_id(0) == 0) out[0] = total * 100 + k * 10 + a;
        request_fork();
        return;
    }
}
