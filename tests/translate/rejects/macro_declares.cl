#define COUNTER int counter = 0
#define PAIR(x, y) int x = 1, y = 2
kernel void k(global int *a)
{
    COUNTER;
    PAIR(left, right);
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = counter + left + right;
}
