kernel void k(global int *a, int n)
{
    switch (n)
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
}
