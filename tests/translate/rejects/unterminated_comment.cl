#include "coop/kernel.clh"
coop_kernel void k(global int *a) { a[0] = 1; /* no end
 resizing_global_barrier(); }
