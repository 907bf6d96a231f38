void jumps(int n) { again: barrier(CLK_LOCAL_MEM_FENCE); if (n--) goto again; }
void types(int n) { struct pair { int a; } p = {n}; barrier(CLK_LOCAL_MEM_FENCE); p.a++; }
void cases(int n) { switch (n) { case 1: { case 2: barrier(CLK_LOCAL_MEM_FENCE); } } }
void divergent(int i) { if (get_local_id(0) == 0) { barrier(CLK_LOCAL_MEM_FENCE); } }
int in_expression(int n) { return n + (barrier(CLK_LOCAL_MEM_FENCE), 1); }
void plain(void) { barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(global int *a)
{
    int b;
    jumps(1);
    types(1);
    cases(1);
    divergent(1);
    b = in_expression(1);
    if (get_global_id(0) == 3) plain();
}
