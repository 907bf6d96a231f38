#include "coop/kernel.clh"
#define LEAST min(n,
#define OPEN {
#define CLOSE }
coop_kernel void k(global int *a, int n)
{
    int end = LEAST 4), begin = 0;
    resizing_global_barrier();
    for (int i = begin; i < end; i++) OPEN
        a[i] = 1;
    CLOSE
}
kernel void whole(global int *a, int n)
{
    a[0] = LEAST 4);
}
