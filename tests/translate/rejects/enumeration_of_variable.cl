constant int width = 3;
kernel void k(global int *a)
{
    char width[9];
    enum { SIZE = sizeof(width) };
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = SIZE;
}
