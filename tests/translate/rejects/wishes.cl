#include "coop/kernel.clh"

void none(void) { want_groups(); }
void two(void) { want_groups(1u, 2u); }
uint result(void) { return want_groups(1u); }
coop_kernel void k(global uint *n) { uint x = want_groups(2u); n[0] = x; resizing_global_barrier(); }
coop_kernel void by_address(global uint *n) { (want_groups)(n[0]); resizing_global_barrier(); }
