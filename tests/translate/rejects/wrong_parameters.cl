#include "coop/kernel.clh"
coop_kernel void k(int *p, image2d_t i, sampler_t s, local int *l, global int **pp, bool b, size_t z, struct u *x, event_t e, half h) { resizing_global_barrier(); }
