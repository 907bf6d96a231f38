// run: cooperative
#include "coop/kernel.clh"
/* The words in all their places; a prototype has them, too. */
coop_kernel coop_kill_any coop_keep_one void test(global int *data, global int *out, int n);
coop_kill_any coop_keep_one coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int i = 0;
    for (; i < n; i++) {
        offer_kill();
        request_fork();
        global_barrier();
        if (get_local_id(0) == 0) {
            out[i] = data[i] + i; /* each work-group the same: any of them may be missing */
        }
    }
}
