// run: regular
// items: 4 64
kernel void test(global int *data, global int *out, int n)
{
    local int tile[64];
    uint lid = get_local_id(0), last = get_local_size(0) - 1;
    cl_mem_fence_flags flags = CLK_LOCAL_MEM_FENCE;
    tile[lid] = (int)lid;
    barrier(flags);
    int a = tile[last - lid];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    tile[lid] += a * 2;
    work_group_barrier(n > 3 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    a += tile[last - lid];
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
    tile[lid] = a;
    barrier(0);
    out[get_global_id(0)] = tile[(lid + 1) & last];
}
