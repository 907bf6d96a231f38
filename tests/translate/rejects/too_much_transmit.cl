#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
    transmit int words[100];
    resizing_global_barrier();
    a[0] = words[0];
}
