int f(global int *a)
{
#include "include/body.h"
    barrier(CLK_LOCAL_MEM_FENCE);
    return 1;
}
kernel void k(global int *a) { a[0] = f(a); }
