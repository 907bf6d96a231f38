#include "coop/kernel.clh"
coop_kernel void k(global int *a) { transmt int r = 0; ofer_kill(); resizing_globel_barrier(); a[0] = get_global_ids(0); }
coopkernel void l(global int *a) { }
