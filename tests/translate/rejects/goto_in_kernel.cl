#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
again:
    a[0]++;
    resizing_global_barrier();
    if (a[0] < 4) goto again;
}
