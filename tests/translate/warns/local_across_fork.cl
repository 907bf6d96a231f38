#include "coop/kernel.clh"
struct bin { int count; int sum; };

coop_kernel void flagged(global int *data, global int *out, int n)
{
    local int tile[64], filled[64], total;
    local struct bin bins[4];
    transmit int round = 0;
    tile[get_local_id(0)] = data[get_local_id(0)];
    bins[get_local_id(0) & 3].sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; round < n; round++) {
        resizing_global_barrier();
        if (get_local_id(0) == 0) {
            total = 0;
        }
        for (int i = (int)get_local_id(0); i < 64; i += (int)get_local_size(0)) {
            filled[i] = round;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = tile[0] + filled[0] + total;
        bins[1].count++;
    }
}

coop_kernel void of_parameters(global int *out, local int *part, local struct bin *bins, local int *filled, int n)
{
    transmit int round = 0;
    part[get_local_id(0)] = n;
    bins->sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; round < n; round++) {
        resizing_global_barrier();
        filled[get_local_id(0)] = round;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = part[0] + filled[0];
        bins[1].count++;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

void fill(local int *part) { part[get_local_id(0)] = 0; }

coop_kernel void filled_again(global int *out, local int *part, local int *more)
{
    local int *at = part;
    *at = 1;
    *more = 1;
    resizing_global_barrier();
    if (get_local_id(0) == 0) {
        *more = 2;
    }
    fill(part);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[0] + *more;
}
