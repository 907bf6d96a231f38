kernel void k(global int *a, int n)
{
    uint group = get_group_id(0), lid = get_local_id(0);
    if (group == 3) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < 4 && n > 3) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        a[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
