#include "coop/kernel.clh"
coop_kernel void k(global int *a);
kernel void r(global int *a);
int h(int n);
kernel void caller(global int *a) { a[0] = h(1); }
