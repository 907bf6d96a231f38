#include "coop/kernel.clh"
coop_kernel void k(global int *a) { printf("abc); resizing_global_barrier(); }
