kernel void k(global int *a)
{
    enum { LAST = 3, SIZE };
    constant int table[SIZE] = {1, 2, LAST, 4};
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = table[LAST];
}
