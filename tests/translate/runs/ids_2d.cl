// run: regular2
// items: 1
static int place(uint d) { return (int)(get_global_id(d) * 3 + get_local_id(d) * 5 + get_group_id(d) * 7); }
static int extent(uint d) { return (int)(get_global_size(d) + get_local_size(d) * 2 + get_num_groups(d) * 4); }
kernel void test(global int *data, global int *out, int n)
{
    local int tile[12];
    int sum = 0;
    for (uint d = 0; d < get_work_dim(); d++) {
        sum = sum * 3 + place(d) + extent(d);
        tile[get_local_linear_id()] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[(get_local_linear_id() + 5) % (get_local_size(0) * get_local_size(1) * 1)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_linear_id()] = sum + data[get_global_id(1)];
}
