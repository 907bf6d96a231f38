// run: regular
/* A helper's parameter gets another value, written with parentheses. */
void h(int *o, int *b)
{
    *o = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    (o) = b;
    *(o)++ = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    *o += 3;
}
kernel void test(global int *data, global int *out, int n)
{
    int x = n, y[2] = {4, 5};
    h(&x, y);
    out[get_global_id(0)] = x + 10 * y[0] + 100 * y[1] + data[get_global_id(0)];
}
