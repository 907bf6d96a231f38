// run: cooperative
#include "coop/kernel.clh"
#define RANGE 3
/* Draws from a counter until it is used up; work-groups come and go. */
coop_kernel void test(global int *data, global int *out, int n)
{
    global atomic_int *drawn = (global atomic_int *)(data + 400);
    local int range;
    for (;;) {
        offer_kill();
        request_fork();
        drawn = (global atomic_int *)(data + 400);
        if (get_local_id(0) == 0) {
            int seen = atomic_load_explicit(drawn, memory_order_relaxed, memory_scope_device);
            while (seen < n + 100 && !atomic_compare_exchange_strong_explicit(drawn, &seen, seen + RANGE, memory_order_relaxed,
                                                                              memory_order_relaxed, memory_scope_device)) { }
            range = seen;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int begin = range;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (begin >= n + 100) break;
        for (int i = begin + (int)get_local_id(0); i < begin + RANGE && i < n; i += (int)get_local_size(0)) out[i] += data[i] * i;
    }
    if (get_local_id(0) == 0) out[200] = 1;
}
