#define LEAVE return
int hidden(int n) { barrier(CLK_LOCAL_MEM_FENCE); if (n) LEAVE n; return 1; }
kernel void k(global int *a)
{
    a[0] = hidden(1);
    a[1] = hidden(2);
}
