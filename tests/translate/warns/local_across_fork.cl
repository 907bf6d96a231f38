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
