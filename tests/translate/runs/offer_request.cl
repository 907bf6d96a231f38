// run: cooperative
#include "coop/kernel.clh"
// out[400] is the next piece of work; every piece is done once, whoever comes and goes.
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit global atomic_int *next = (global atomic_int *)(out + 400);
    transmit int factor = 1;
    local int piece;
    factor = 3;
    while (1) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            piece = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int mine = piece;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine >= n) break;
        if (get_local_id(0) == mine % 4) out[mine] += data[mine] * factor;
    }
    atomic_store_explicit(next, n, memory_order_relaxed, memory_scope_device);
}
