/* Kernels whose local memory or local size a launch decides. */
#include "coop/kernel.clh"

kernel void sums(global uint *out, local uint *part, local ulong *wide)
{
    uint me = (uint)get_local_id(0);
    ulong sum = 0;

    part[me] = me + 1;
    wide[me] = me;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < get_local_size(0); i++) {
        sum += part[i] + wide[i];
    }
    out[get_global_id(0)] = (uint)sum;
}

coop_kernel void places(global uint *out, local uint *first, local uint *second, local uint *third)
{
    if (get_local_id(0) == 0) {
        out[get_group_id(0) * 2] = (uint)((local uchar *)second - (local uchar *)first);
        out[get_group_id(0) * 2 + 1] = (uint)((local uchar *)third - (local uchar *)second);
    }
    resizing_global_barrier();
}

#define WIDE 4
kernel __attribute__((reqd_work_group_size(WIDE, 2, 1))) void required(global uint *out)
{
    size_t seen = get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2);

    out[get_global_linear_id()] = (uint)seen;
}
