// run: cooperative
// items: 1 4 8 16
// A scan of the work-group and a step over a tile as functions, in a kernel that grows and shrinks.
#include "coop/kernel.clh"

/* An exclusive prefix sum; *total is the sum of all, in local memory. */
int scan(local int *scratch, local int *total, int value)
{
    int lid = (int)get_local_id(0), size = (int)get_local_size(0);
    int sum = value;

    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < size; distance *= 2) {
        int before = lid >= distance ? scratch[lid - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += before;
        scratch[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == size - 1) {
        *total = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - value;
}

/* Work-groups take turns over the rows, whatever their number. */
void row(global const int *in, global int *to, local int *scratch, local int *total, int at, int n)
{
    int carry = 0;

    for (int begin = 0; begin < n; begin += (int)get_local_size(0)) {
        int i = begin + (int)get_local_id(0);
        int value = 0;
        if (i < n) {
            value = in[(at + i) % n] % 11;
        }
        int below = scan(scratch, total, value);
        if (i < n) to[i] += below + carry + at;
        carry += *total;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

coop_kernel void test(global int *data, global int *out, int n)
{
    local int scratch[16], total;
    transmit int round = 0;
    transmit global int *from = data;

    while (round < 5) {
        for (int at = 0; at < 4; at++) {
            if (at % (int)get_num_groups(0) == (int)get_group_id(0)) {
                row(from, out + 40 * at, scratch, &total, at + round, n);
            }
        }
        resizing_global_barrier();
        if (round == 3 && n > 0) {
            int seen = scan(scratch, &total, 1);
            if (get_group_id(0) == 0 && seen == 0) out[500]++;
        }
        offer_kill();
        round++;
        request_fork();
        global_barrier();
    }
}
