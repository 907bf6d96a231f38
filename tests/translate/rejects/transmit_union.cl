#include "coop/kernel.clh"
union u { float f; int i; global int *p; int *q; };
coop_kernel void k(global int *a) { transmit union u x; x.i = 1; union u y; y.q = &x.i; resizing_global_barrier(); a[0] = x.i + *y.q; }
