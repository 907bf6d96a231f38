#include "coop/kernel.clh"
void helper(void) { transmit int y = 0; }
kernel void k(global int *a) { transmit int x = 0; a[0] = x; }
