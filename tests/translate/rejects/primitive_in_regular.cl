#include "coop/kernel.clh"
kernel void k(global int *a) { request_fork(); a[0] = 1; global_barrier(); }
