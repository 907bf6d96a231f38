// run: cooperative regular
#include "coop/kernel.clh"
struct row { int a; short b[2]; };
constant struct row rows[] = {{1, {2, 3}}, {4, {5, 6}}};
constant float ratio = 1.5f;
constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
coop_kernel void test(global int *data, global int *out, int n)
{
    constant int inner[] = {7, 8, 9};
    constant struct row own = {1, {2, 3}};
    transmit int k = 0;
    while (k < 3) {
        constant int *at = table[k & 1];
        resizing_global_barrier();
        at = table[k & 1];
        if (get_global_id(0) == 0) out[k] = inner[k] + rows[k & 1].b[1] + at[k] + (int)(ratio * 4) + own.b[0];
        global_barrier();
        k++;
    }
}
kernel void test1(global int *data, global int *out, int n)
{
    constant int inner[] = {17, 18, 19};
    int k = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[100] = inner[k];
}
