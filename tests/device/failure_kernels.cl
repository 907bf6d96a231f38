/* Kernels that break the rules of S7, in ways of which a translator can only warn. */
#include "coop/kernel.clh"

uint way_of(global const uint *ways)
{
    return ways[get_local_id(0)];
}

kernel void one_barrier(global const uint *ways)
{
    uint way = way_of(ways);

    if (way != 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void two_barriers(global uint *ways)
{
    uint way = way_of(ways);

    if (way != 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        ways[get_local_id(0)] = 2;
    } else {
        barrier(CLK_LOCAL_MEM_FENCE);
        ways[get_local_id(0)] = 3;
    }
}

coop_kernel void some_return(global uint *gate, uint returns)
{
    if (get_group_id(0) == returns) {
        return;
    }
    global_barrier();
    if (get_group_id(0) == 0) {
        gate[0] = 1;
    }
}

coop_kernel void returns_late(global uint *arrived)
{
    if (get_group_id(0) == 0) {
        if (get_local_id(0) == 0) {
            while (atomic_load_explicit((global atomic_uint *)arrived, memory_order_relaxed,
                                        memory_scope_device) +
                       1 <
                   get_num_groups(0)) {
            }
        }
        return;
    }
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_uint *)arrived, 1u, memory_order_relaxed,
                                  memory_scope_device);
    }
    global_barrier();
}

coop_kernel void two_kinds(uint unused)
{
    if (get_group_id(0) == 0) {
        global_barrier();
    } else {
        resizing_global_barrier();
    }
}

kernel void fine(global uint *out)
{
    out[get_global_id(0)] = 1;
}

coop_kernel void endless(uint unused)
{
    while (1) {
        resizing_global_barrier();
    }
}
