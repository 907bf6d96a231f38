#include "coop/kernel.clh"

/* A helper that holds a barrier takes the place of its calls; one that does not is called. */
static int square(int a) { return a * a; }

int sum(local int *part, int value)
{
    part[get_local_id(0)] = square(value);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (get_local_id(0) < half_size) {
            part[get_local_id(0)] += part[get_local_id(0) + half_size];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return part[0];
}

int guarded(local int *part, int value)
{
    if (value < 0) {
        return -1; /* leaves the call, not the kernel */
    }
    return sum(part, value + 1);
}

coop_kernel void sums(global int *out, int value)
{
    local int part[64];
    transmit int round = 0;

    for (; round < 3; round++) {
        int part_sum = sum(part, value);
        resizing_global_barrier();
        part_sum = guarded(part, round - 1);
        out[get_global_id(0)] = part_sum;
    }
}
