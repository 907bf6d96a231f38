// run: cooperative
#include "coop/kernel.clh"
/* Initialisers in front of a fork point run once per work-item that the launch began: a newcomer runs none. */
static int note(global int *where)
{
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_int *)where, 1, memory_order_relaxed, memory_scope_device);
    }
    return 5;
}
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int a = note(out), b[2] = {note(out + 1), 3}, c = a + note(out + 2);
    int unsent = note(out + 3);
    transmit int k = 0;
    out[4] = unsent;
    for (k = note(out + 5) - 5; k < 4; k++) {
        resizing_global_barrier();
        request_fork();
        offer_kill();
        global_barrier();
    }
    if (get_global_id(0) == 0) {
        out[10] = a + b[0] + c + b[1];
    }
}
