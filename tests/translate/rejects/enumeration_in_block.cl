kernel void k(global int *a)
{
    if (a[4] > 1) {
        enum { SIZE = 1, BEHIND } behind = SIZE;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[behind] = BEHIND;
    }
}
