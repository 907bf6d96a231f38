#include "coop/kernel.clh"
coop_kernel void returns(global float *v, uint n)
{
    if (get_global_id(0) >= n) return;
    v[get_global_id(0)] *= 2.0f;
    resizing_global_barrier();
}
kernel void breaks(global float *v, uint n)
{
    for (uint k = 0; k < n; k++) {
        if (get_local_id(0) > k) {
            break;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    while (n-- > 0) {
        if (get_local_id(0) > n) {
            v[n] = 0.0f;
            continue;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
static void helper(global float *v, uint n)
{
    if (get_local_id(0) > n) {
        return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    v[0] = 0.0f;
}
kernel void inlined(global float *v, uint n)
{
    helper(v, n);
}

/* Behind the last barrier, all of a work-group, and no further than the end of an inner loop. */
kernel void right(global float *v, uint n)
{
    uint k;

    if (get_group_id(0) > n) {
        return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (k = 0; k < n; k++) {
        for (uint i = 0; i < n; i++) {
            if (get_local_id(0) == i) {
                break;
            }
            if (get_local_id(0) == k) {
                continue;
            }
            v[i] = 1.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_global_id(0) >= n) {
        return;
    }
    v[get_global_id(0)] = 1.0f;
}
