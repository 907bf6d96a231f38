// run: regular regular cooperative
/* Parameters in local memory, with sizes at launch: a reduction, pointers that move, rows, and a cooperative
 * kernel that hands one to a helper with barriers. */
#include "coop/kernel.clh"

kernel void test(global int *data, global int *out, int n, local int *part, local float4 *restrict wide)
{
    uint me = get_local_id(0), size = get_local_size(0);

    part[me] = data[get_global_id(0)];
    wide[me] = (float4)(me, n, 1, 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step *= 2) {
        int other = me + step < size ? part[me + step] : 0;

        barrier(CLK_LOCAL_MEM_FENCE);
        part[me] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = part[0] + (int)wide[size - 1 - me].x * 3 + (int)wide[0].y + (part[size] = 0);
}

kernel void test1(global int *data, global int *out, int n, local int (*rows)[2], local volatile int *flags)
{
    uint me = get_local_id(0);
    local int *at = &rows[me][0];

    flags[me] = me;
    *at++ = out[get_global_id(0)];
    *at = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    ++flags;
    rows += get_local_size(0) - 1 - me;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = rows[0][0] * 2 + rows[0][1] + flags[(int)me - 1] + *at;
}

int below(local int *part, int value)
{
    int sum = 0;

    part[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < get_local_id(0); ++i) {
        sum += part[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

coop_kernel void test2(global int *data, global int *out, int n, local int *part, local int *more)
{
    transmit int round = 0;

    while (round < 3) {
        uint items = get_local_size(0);

        for (uint group = get_group_id(0); group < 3; group += get_num_groups(0)) {
            uint at = group * items + get_local_id(0);
            int sum = below(round % 2 == 0 ? part : more, data[at] % 7);

            out[at] += sum + n;
        }
        ++round;
        resizing_global_barrier();
    }
}
