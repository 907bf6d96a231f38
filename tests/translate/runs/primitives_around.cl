// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    offer_kill();
    transmit int k = 0;
    request_fork();
    global_barrier();
    if (get_global_id(0) == 0) out[0] += 1;
    resizing_global_barrier();
    while (k < 3) {
        k++;
        global_barrier();
    }
    offer_kill();
    request_fork();
    resizing_global_barrier();
    if (get_global_id(0) == 0) out[1] += k;
    global_barrier();
    for (; k < 6; k++) {
        resizing_global_barrier();
        offer_kill();
    }
    request_fork();
    if (get_global_id(0) == 0) out[2] += k + out[1];
    resizing_global_barrier();
}
