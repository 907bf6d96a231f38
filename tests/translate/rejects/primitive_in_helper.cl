#include "coop/kernel.clh"
void helper(void) { offer_kill(); }
coop_kernel void k(global int *a) { helper(); resizing_global_barrier(); }
