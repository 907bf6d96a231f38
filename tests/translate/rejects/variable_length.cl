#include "coop/kernel.clh"
coop_kernel void k(global int *a, int n) { int v[n]; local int w[n]; transmit int u[n]; v[0] = 1; resizing_global_barrier(); a[0] = v[0]; }
