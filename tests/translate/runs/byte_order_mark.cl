#include "coop/kernel.clh"
// run: cooperative regular
#include "include/byte_order_mark.clh"
coop_kernel void test(global int *data, global int *out, int n)
{
    out[0] = marked(data[0], n);
    resizing_global_barrier();
    out[1] = out[0];
}
kernel void test1(global int *data, global int *out, int n)
{
    out[2] = marked(n, n);
}
