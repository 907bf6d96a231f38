// run: cooperative regular
#include "coop/kernel.clh"
#define state 5
#define args 6
#define arena 7
#define begins 8
#define transmit_in 9
#define transmit_out 10
#define kernel_index 11
#define data_of(x) state
#define dimension 12
#define offset 13
#define group 14
#define vars 15
#define locals 16
coop_kernel void test(global int *data, global int *out, int n)
{
    transmit int round = state;
    while (round < args + 4) {
        global_barrier();
        for (uint i = get_global_id(0); i < 24; i += get_global_size(0))
            out[i] += arena + begins * data[i];
        ++round;
        resizing_global_barrier();
    }
}
kernel void test1(global int *data, global int *out, int n)
{
    int sum = transmit_in + data_of(1) + dimension + offset;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += sum + transmit_out + kernel_index + group * vars + locals;
}
