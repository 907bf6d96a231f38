// options: --Werror
#include "coop/kernel.clh"
coop_kernel void k(global int *a, int n)
{
    int count = 0;
    resizing_global_barrier();
    a[0] = count;
}
