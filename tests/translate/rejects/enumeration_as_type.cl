kernel void k(global int *a)
{
    enum color { RED = 7, GREEN };
    enum color c = RED;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[0] = c;
}
