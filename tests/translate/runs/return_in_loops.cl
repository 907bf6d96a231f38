// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int i = 0, j = 0;
    if (n < 0) return;
    while (1) {
        for (j = 0;; j++) {
            if (get_global_id(0) == 0) out[j] += i + 1;
            resizing_global_barrier();
            switch (i * 10 + j) {
            case 3:
                i++;
                break;
            case 12:
                i++;
                global_barrier();
                break;
            case 24:
                if (get_global_id(0) == 0) { out[50] = 5; }
                return;
            default:
                continue;
            }
            break;
        }
        do {
            if (i > 5) { return; }
        } while (0);
    }
}
