#include "coop/kernel.clh"

/* The kernel gives up work-groups in the helper, so that nothing is said of it. */
static void round(global int *a)
{
    a[0] = 1;
    resizing_global_barrier();
}

coop_kernel void k(global int *a)
{
    round(a);
    a[1] = 1;
}
