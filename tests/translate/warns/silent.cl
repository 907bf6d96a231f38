// options: -w
#include "coop/kernel.clh"
coop_kernel void k(global int *a, global const int *b)
{
    global int *p = b;
    a[get_global_id(1)] = p[0];
}
