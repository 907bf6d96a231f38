#define FOREACH(i, n) for (int i = 0; i < n; i++)
#define BEGIN {
#define END }
kernel void k(global int *a, int n)
{
    FOREACH(i, n) { barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1; }
    while (n-- > 0) BEGIN
        barrier(CLK_LOCAL_MEM_FENCE);
    END
}
