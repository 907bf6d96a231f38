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

static uint id_of(uint offset)
{
    return offset + (uint)get_global_id(0);
}
kernel void by_assignment(global int *a, int n)
{
    uint id, same = 3;
    int k;

    id = id_of(1);
    if (id >= n) {
        return;
    }
    if (id_of(2) > 9) {
        a[0] = work_group_reduce_add(a[1]);
    }
    for (id = 0; id < n; id++) { /* set again */
        same = a[same];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (k = 0; a[k + get_local_id(0)] > 0; k++) {
    }
    if (k > 3) { /* not all have left the loop in the same round */
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (same > 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (a[get_local_id(0)] > 1) {
        return;
    }
}
