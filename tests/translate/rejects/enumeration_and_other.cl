enum { FIRST = 1 };
kernel void k(global int *a)
{
    a[0] = FIRST;
    {
        enum { FIRST = 5 };
        barrier(CLK_LOCAL_MEM_FENCE);
        a[1] = FIRST;
    }
    a[2] = FIRST;
}
