kernel void k(global int *a)
{
    int x = a[0];
    int *p = &x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (a[1]) {
        p = &x;
    }
    *p += 1;
}
kernel void l(global int *a)
{
    int x = a[0];
    int *q = &x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    do {
        if (a[1]) {
            continue;
        }
        q = &x;
    } while (*q > 3);
}
kernel void m(global int *a)
{
    int x = a[0];
    int *r = &x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    switch (a[1]) {
    case 0:
        r = &x;
    case 1:
        *r = 3;
    }
}
kernel void n(global int *a)
{
    int x = a[0];
    int *s = &x;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < a[1]; ++i) {
        s = &x;
    }
    *s = 1;
}
