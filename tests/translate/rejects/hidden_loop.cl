#define TWICE for (int TWICE = 0; TWICE < 2; TWICE++)
#define BEGIN {
#define END }
kernel void k(global int *a, int n)
{
    TWICE { barrier(CLK_LOCAL_MEM_FENCE); a[0] = 1; }
    while (n-- > 0) BEGIN
        barrier(CLK_LOCAL_MEM_FENCE);
    END
}
