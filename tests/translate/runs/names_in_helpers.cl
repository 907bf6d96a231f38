// run: regular
static void add(int *sum, local int *flag)
{
    if (get_local_id(0) == 0)
        *flag = *sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int x = 0; x < 3; ++x) {
        int total = 10 * x;
        *sum += total + x;
    }
    {
        int sum_of_all = 5, other = 6;
        *sum += sum_of_all + other + *flag;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void test(global int *data, global int *out, int n)
{
    local int flag;
    int total = data[get_global_id(0)], x = n, other[2] = {1, 2};
    add(&total, &flag);
    add(&x, &flag);
    add(other, &flag);
    out[get_global_id(0)] = total + x * 3 + other[0] * 5 + other[1];
}
