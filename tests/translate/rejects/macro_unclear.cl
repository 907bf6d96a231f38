/* What the macro stands for is not known to coopc, which does not follow push_macro. */
#pragma push_macro("SYNC")
#define SYNC do { barrier(CLK_LOCAL_MEM_FENCE); } while (0)
kernel void k(global int *a)
{
    a[0] = 1;
    SYNC;
    a[1] = a[0];
}
