#include "coop/kernel.clh"
coop_kernel void k(global int *a) { void (^b)(void) = ^{ a[0] = 1; }; b(); resizing_global_barrier(); enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), b); }
