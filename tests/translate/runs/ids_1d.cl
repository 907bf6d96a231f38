// run: regular
static uint all(uint dimension)
{
    return get_global_id(dimension) + 3 * get_local_id(dimension) + 5 * get_group_id(dimension) +
           7 * get_global_size(dimension) + 11 * get_local_size(dimension) + 13 * get_num_groups(dimension) +
           17 * get_global_offset(dimension) + 19 * get_enqueued_local_size(dimension);
}
kernel void test(global int *data, global int *out, int n)
{
    uint sum = all(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += get_work_dim() + get_global_linear_id() * 23 + get_local_linear_id() * 29;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (int)(sum + all(0) * 2);
}
