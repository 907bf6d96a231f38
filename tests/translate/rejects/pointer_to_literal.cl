void h(int *list, local int *s)
{
    int *at = list;
    barrier(CLK_LOCAL_MEM_FENCE);
    at[0] += s[0];
}
#define TWICE (twice *= 2)
kernel void k(global int *a)
{
    local int s[1];
    int *p = (int[2]){1, 2};
    int twice = 1;
    int *t = &twice;
    TWICE;
    barrier(CLK_LOCAL_MEM_FENCE);
    h((int[]){3, 4}, s);
    for (int i = 0; i < 3; ++i) {
        int *fine = (int[]){5, 6};
        a[i] = fine[1] + *t;
    }
    a[3] = p[1];
}
