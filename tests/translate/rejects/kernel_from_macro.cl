#include "coop/kernel.clh"
#define KERNEL(name) kernel void name(global int *a) { a[0] = 1; }
#define HELPER(name) int name(int a) { return a + (int)get_global_id(0); }
KERNEL(k)
HELPER(h)
kernel void l(global int *a) { a[0] = h(1); }
