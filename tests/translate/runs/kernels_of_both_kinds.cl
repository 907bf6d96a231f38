// run: regular cooperative regular
#include "coop/kernel.clh"
#define STEP 3
static int next(int v) { return v * STEP + (int)(get_local_size(0) > 0); }
kernel void test(global int *data, global int *out, int n) { out[get_global_id(0)] = next(data[get_global_id(0)]); }
coop_kernel void test1(global int *data, global int *out, int n)
{
    transmit int k = 1;
    while (k < 16) {
        for (int i = get_global_id(0); i < 16; i += get_global_size(0)) data[200 + i] = i >= k ? out[i] + out[i - k] : out[i];
        resizing_global_barrier();
        for (int i = get_global_id(0); i < 16; i += get_global_size(0)) out[i] = data[200 + i];
        k *= 2;
        resizing_global_barrier();
    }
}
#undef STEP
#define STEP 5
kernel void test2(global int *data, global int *out, int n)
{
    int k = STEP;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] += next(out[get_global_id(0)]) + k;
}
