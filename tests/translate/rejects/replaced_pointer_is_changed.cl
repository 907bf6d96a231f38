void h(int *o, int *b)
{
    *o = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    (o) = b;
    *(o)++ = 2;
}
kernel void k(global int *a)
{
    int x, y[2];
    h(&x, y);
    a[0] = x + y[0];
}
