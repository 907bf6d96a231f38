#include "coop/kernel.clh"

void __attribute__((overloadable)) want_groups(float4 n) { }
size_t __attribute__((overloadable)) get_global_id(float4 n) { return 0; }

coop_kernel void k(global uint *n)
{
    uint want_groups = 3; /* a variable may be called so */

    n[0] = want_groups + (uint)get_global_id((float4)(0.0f));
    resizing_global_barrier();
}
