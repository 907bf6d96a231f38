#define READ_N (n + 1)
kernel void k(global int *a, int n)
{
    a[0] = n;
    for (int n = 0; n < 3; n++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        a[1] = READ_N;
    }
    {
        int a = 5;
        barrier(CLK_LOCAL_MEM_FENCE);
        n = a;
    }
    int i = n;
    {
        int n = 2;
        i = READ_N;
        barrier(CLK_LOCAL_MEM_FENCE);
        i += n;
    }
    a[i] = n;
}
