void f(int *sum, local int *s) { int *also = sum; barrier(CLK_LOCAL_MEM_FENCE); *also += s[1]; }
int *g(int *sum, local int *s) { barrier(CLK_LOCAL_MEM_FENCE); s[0]++; barrier(CLK_LOCAL_MEM_FENCE); if (s[1]) return sum; return 0; }
struct holder { int *p; };
void h(struct holder x) { barrier(CLK_LOCAL_MEM_FENCE); *x.p = 1; }
kernel void k(global int *a)
{
    local int s[2];
    int sum = 0;
    int *p;
    f(&sum, s);
    p = g(&sum, s);
    h((struct holder){&sum});
    a[0] = sum + *p;
}
