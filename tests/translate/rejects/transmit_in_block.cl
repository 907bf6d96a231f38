#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
    for (int i = 0; i < 3; i++) {
        transmit int x = i;
        resizing_global_barrier();
        a[0] = x;
    }
}
