#include "coop/kernel.clh"
coop_kernel void k(global int *a) { transmit transmit int r = 0; transmit int r = 1; resizing_global_barrier(); a[0] = r; }
