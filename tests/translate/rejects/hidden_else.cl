#define OTHERWISE else
#define NEXT a[1] = 1
void helper(global int *a, int n)
{
    if (n > 3)
        barrier(CLK_GLOBAL_MEM_FENCE);
    OTHERWISE a[0] = 2;
}

kernel void k(global int *a, int n)
{
    if (n > 2)
        barrier(CLK_GLOBAL_MEM_FENCE);
    NEXT;
    if (n)
        barrier(CLK_GLOBAL_MEM_FENCE);
    OTHERWISE a[0] = 2;
    a[1] = 1;
}

kernel void l(global int *a, int n)
{
    helper(a, n);
}
