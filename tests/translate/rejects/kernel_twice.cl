#include "coop/kernel.clh"
coop_kernel void k(global int *a) { resizing_global_barrier(); a[0] = 1; }
kernel void k(global int *a) { a[0] = 2; }
