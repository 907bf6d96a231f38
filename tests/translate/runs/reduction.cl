// run: regular
// items: 1 2 4 16
kernel void test(global int *data, global int *out, int n)
{
    local int partial[16];
    local int total;
    uint lid = get_local_id(0);
    partial[lid] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) {
        if (lid < half_size) {
            partial[lid] += partial[lid + half_size];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        total = partial[0];
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    out[get_global_id(0)] = total + (int)lid;
}
