kernel void k(global int *a, int n)
{
    switch (n) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
        {
        case 1:
            a[0] = 1;
        }
        break;
    default:
        while (a[0]) { case 7: a[1] = 1; }
    }
}
