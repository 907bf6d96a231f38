#define WAIT(a) (barrier(CLK_GLOBAL_MEM_FENCE), (a)[0] = 1)
kernel void k(global int *a)
{
    WAIT(a);
}
#undef WAIT
#define WAIT(a) barrier(CLK_GLOBAL_MEM_FENCE)
kernel void l(global int *a)
{
    WAIT(a);
    int b = (WAIT(a), 3);
}
#undef WAIT
#define WAIT(a) }
