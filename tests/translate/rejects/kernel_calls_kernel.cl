#include "coop/kernel.clh"
kernel void inner(global int *a) { a[0] = 1; }
coop_kernel void outer(global int *a) { inner(a); resizing_global_barrier(); }
