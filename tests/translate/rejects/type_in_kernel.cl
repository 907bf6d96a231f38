kernel void k(global int *a)
{
    struct { int x; } s = {1};
    typedef int number;
    number n = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = s.x + n;
}
