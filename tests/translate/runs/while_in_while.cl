// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int i = 0, j, steps = 0;
    while (i < 3) {
        j = 0;
        while (j++ < 3) {
            if (get_global_id(0) == 0) {
                out[i * 4 + j] += data[i] + j;
            }
            resizing_global_barrier();
            steps++;
            while (steps % 3 != 0) {
                offer_kill();
                steps++;
                global_barrier();
            }
        }
        resizing_global_barrier();
        i++;
    }
    if (get_global_id(0) == 0) {
        out[100] = steps;
    }
}
