#include "coop/kernel.clh"
coop_kernel void k(global int *a) { barrier(); global_barrier(1); offer_kill; request_fork(a); barrier(1, 2, 3); }
