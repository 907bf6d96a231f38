// run: cooperative
#include "coop/kernel.clh"
static int step(int v) { return v + 1 + 0 * (int)get_local_id(0); }
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit coop_transmit_leader int k = 0, j = 0, sum = 0;
    while ((k = step(k)) < 6) {
        resizing_global_barrier();
        sum += k;
    }
    while (j++, sum += j, j < 4) resizing_global_barrier();
    do { global_barrier(); } while (--j > 0 && (sum += 2) < 1000);
    for (k = 0; (k & 1 ? k += 3 : k++) < 9; sum++) { request_fork(); }
    if ((sum = sum * 2) > 3 ? k : 0) { resizing_global_barrier(); sum ^= 1; }
    if (!(k == 3) || (sum = 0)) { resizing_global_barrier(); sum++; }
    switch (sum++, 0) { case 0: offer_kill(); case 1: sum += 3; global_barrier(); default: sum += 5; }
    if (get_global_id(0) == 0) out[0] = sum * 10 + k + j;
}
