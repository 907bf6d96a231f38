#include "coop/kernel.clh"
#define ADD(x, y) x + undefined_thing + y
#define TWICE(x) ADD(x, x)
coop_kernel void k(global int *a) { a[0] = TWICE(1); a[1] = ADD(1); resizing_global_barrier(); }
