constant int N = 7;
#define LIMIT N
#define NEXT(x) ((x) + COUNT)
kernel void k(global int *a)
{
    int COUNT = a[1];
    a[0] = LIMIT;
    {
        enum { N = 3, M };
        a[1] = LIMIT;
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[2] = N;
    }
    {
        enum { FIRST = 1 + sizeof(NEXT(1)) };
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[3] = FIRST;
    }
}
