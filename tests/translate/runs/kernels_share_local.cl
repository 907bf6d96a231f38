// run: cooperative regular cooperative
// items: 4 16
#include "coop/kernel.clh"
struct big { int values[16]; float f; };
coop_kernel void test(global int *data, global int *out, int n)
{
    local int tile[16];
    transmit int k = 0;
    for (; k < 3; k++) {
        tile[get_local_id(0)] = data[get_local_id(0)] + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_group_id(0) == 0) out[get_local_id(0)] += tile[get_local_size(0) - 1 - get_local_id(0)];
        resizing_global_barrier();
    }
}
kernel void test1(global int *data, global int *out, int n)
{
    local struct big big;
    local uchar tile[3];
    int k = 2;
    if (get_local_id(0) == 0) { big.f = 2.0f; tile[1] = 5; }
    big.values[get_local_id(0)] = out[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[100 + get_global_id(0)] = big.values[get_local_id(0) ^ 1] + (int)big.f + tile[k - 1];
}
coop_kernel void test2(global int *data, global int *out, int n)
{
    local ulong tile;
    transmit long k = 3;
    while (k-- > 0) {
        if (get_local_id(0) == 0) tile = (ulong)k;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_group_id(0) == 0) out[50 + get_local_id(0)] += (int)tile + data[100 + get_local_id(0)];
        resizing_global_barrier();
    }
}
