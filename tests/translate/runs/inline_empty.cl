// run: regular
// items: 1 8
void nothing(void) { barrier(CLK_LOCAL_MEM_FENCE); }
void only_returns(int unused) { return; barrier(CLK_LOCAL_MEM_FENCE); }
int first(void) { nothing(); return 1; }
int never(int a) { for (;;) { nothing(); if (a > 3) return a; a++; } }
kernel void test(global int *data, global int *out, int n)
{
    nothing();
    only_returns(n++);
    int a = first();
    nothing(); nothing();
    a += never(a);
    if (a) only_returns(n++); else nothing();
    out[get_global_id(0)] = a * 100 + n;
    return nothing();
}
