#include "coop/kernel.clh"
coop_kernel void rounds(global uint *out, uint n)
{
    local uint part[256];
    transmit uint round = 0;
    uint item = (uint)get_local_id(0);
    for (; round < n; round++) {
        item = (uint)get_local_id(0);
        part[item] = out[item];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint d = 1; d < get_local_size(0); d *= 2) {
            uint v = part[(item + d) % get_local_size(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
            part[item] += v;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        out[item + get_group_id(0) * 256] = part[item];
        resizing_global_barrier();
    }
}
