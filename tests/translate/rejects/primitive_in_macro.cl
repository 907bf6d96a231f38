#include "coop/kernel.clh"
#define PAUSE() do { offer_kill(); } while (0)
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define TWICE(x) x; x
coop_kernel void k(global int *a)
{
    PAUSE();
    SYNC;
    TWICE(a[0] = 1; global_barrier());
}
