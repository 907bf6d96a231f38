// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int i, j, k, sum = 0;
    for (i = 0; i < 4; i++) {
        if (i == 1) {
            resizing_global_barrier();
            continue;
        }
        j = 0;
        while (1) {
            j++;
            if (j == 2) { continue; }
            resizing_global_barrier();
            if (j > 4) { sum += 7; break; }
            k = 0;
            do {
                if (k == 1) continue;
                global_barrier();
                if (sum > 60) break;
                sum += k;
            } while (++k < 3);
        }
        if (i == 3) break;
        request_fork();
    }
    for (i = 0; i < 5; i++) {
        for (j = 0; j < 5; j++) {
            if (j == i) break;
            if (j == 2) continue;
            sum++;
        }
        if (sum & 1) continue;
        resizing_global_barrier();
    }
    if (get_global_id(0) == 0) out[0] = sum * 100 + i * 10 + j;
}
