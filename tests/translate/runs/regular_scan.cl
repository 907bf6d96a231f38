// run: regular
kernel void test(global int *data, global int *out, int n)
{
    local int rows[2][64];
    uint lid = get_local_id(0), size = get_local_size(0);
    int from = 0;
    rows[from][lid] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance <<= 1, from ^= 1) {
        rows[!from][lid] = rows[from][lid] + (lid >= distance ? rows[from][lid - distance] : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = rows[from][lid];
}
