// run: cooperative
#include "coop/kernel.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    request_fork();
    request_fork();
    offer_kill();
    offer_kill();
    resizing_global_barrier();
    resizing_global_barrier();
    global_barrier();
    global_barrier();
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) == 0) out[0] = data[0] + 1;
    { global_barrier(); { resizing_global_barrier(); } ; }
    if (get_global_id(0) == 0) out[1] = out[0] + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offer_kill();
    request_fork();
}
