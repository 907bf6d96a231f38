#include "coop/kernel.clh"

#define SIZED __attribute__((reqd_work_group_size(64, 1, 1)))

__attribute__((reqd_work_group_size(64, 1, 1))) coop_kernel void k(global int *a)
{
    a[0] = 1;
    resizing_global_barrier();
}

SIZED coop_kernel void l(global int *a)
{
    a[0] = 1;
    resizing_global_barrier();
}
