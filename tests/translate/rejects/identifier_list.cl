int place(a, b) int a; int b; { return a + b + (int)get_global_id(0); }
int plain(a) int a; { return a; }
int waits(a, part) int a; local int *part; { part[0] = a; barrier(CLK_LOCAL_MEM_FENCE); return part[0]; }
kernel void k(global int *a)
{
    local int part[1];
    int b = waits(plain(1), part);
    a[0] = place(1, 2) + b;
}
