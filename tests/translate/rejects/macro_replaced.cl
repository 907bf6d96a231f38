#define SIZE (sizeof(history) / sizeof(history[0]))
#define TOTAL total
kernel void k(global int *a)
{
    local int total;
    int history[4] = {1, 2, 3, 4};
    constant int table[] = {1, 2};
#define ENTRY table[1]
    TOTAL = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = history[SIZE - 1] + total + ENTRY;
}
