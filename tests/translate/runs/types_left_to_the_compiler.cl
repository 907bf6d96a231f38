// run: regular
kernel void test(global int *data, global int *out, int n)
{
    int x = n;
    __typeof__(x) y = data[get_global_id(0)];
    __auto_type q = &y;
    __auto_type row = data + get_global_id(0);

    barrier(CLK_LOCAL_MEM_FENCE);
    *q += x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = *q + y + *row;
}
