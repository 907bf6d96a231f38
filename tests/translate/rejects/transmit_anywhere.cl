#include "coop/kernel.clh"
transmit int global_one = 1;
struct s { transmit int member; };
int h(transmit int p) { transmit int q = p; return q; }
coop_kernel void k(transmit global int *a) { for (transmit int i = 0; i < 3; i++) { resizing_global_barrier(); } a[0] = h(1); typedef transmit int t; }
