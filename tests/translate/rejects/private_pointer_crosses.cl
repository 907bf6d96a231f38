struct holder { int *p; };
kernel void k(global int *a)
{
    int x = 1;
    int *p = &x;
    private int *q[2] = {&x, &x};
    struct holder h = {&x};
    global int *fine = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    fine[0] = *p + *q[0] + *h.p;
}
