// run: regular cooperative regular
#include "coop/kernel.clh"
kernel void test(global int *data, global int *out, int n) { barrier(CLK_LOCAL_MEM_FENCE); out[511] = 1; return; }
coop_kernel void test1(global int *data, global int *out, int n) { resizing_global_barrier(); }
kernel void test2(global int *data, global int *out, int n) { }
