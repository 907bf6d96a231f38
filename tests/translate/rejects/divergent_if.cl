#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
    if (get_local_id(0) == 0) {
        offer_kill();
    } else {
        a[0] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
