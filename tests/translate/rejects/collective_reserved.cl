#include "coop/kernel.clh"
/* The names of what stands in for collective functions. */
#define coop_value_2 9
kernel void test(global int *data, global int *out)
{
    int coop_value_1 = data[0];
    int sum = work_group_reduce_add(coop_value_1);

    out[0] = sum + work_group_reduce_max(sum);
}
