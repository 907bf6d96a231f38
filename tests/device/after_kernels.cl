/* Kernels for launches that come after others: plain memory is what one hands to the next. */
#include "coop/kernel.clh"

static uint look(global uint *word)
{
    return atomic_load_explicit((global atomic_uint *)word, memory_order_relaxed, memory_scope_device);
}

/* depth[me] is one more than the greatest of three others; a work-item each for `width` columns. */
kernel void deepen(global uint *depth, uint width, uint me, uint first, uint second, uint third)
{
    uint column = (uint)get_global_id(0);
    uint a = depth[first * width + column];
    uint b = depth[second * width + column];
    uint c = depth[third * width + column];

    a = a > b ? a : b;
    a = a > c ? a : c;
    depth[me * width + column] = a + 1;
}

/* The same by a cooperative kernel of several work-groups. */
coop_kernel void deepen_together(global uint *depth, uint width, uint me, uint first)
{
    for (uint column = get_global_id(0); column < width; column += get_global_size(0)) {
        depth[me * width + column] = depth[first * width + column] + 1;
    }
    resizing_global_barrier();
    if (get_global_id(0) == 0) {
        depth[me * width] += width > 1 && depth[me * width + width - 1] != depth[me * width];
    }
}

kernel void hold(global uint *gate, global uint *entered)
{
    if (get_global_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_uint *)entered, 1u, memory_order_relaxed,
                                  memory_scope_device);
        while (look(gate) == 0) {
        }
    }
}

/* Work-items go different ways before a barrier, of which a translator can only warn. */
uint way_of(global const uint *ways)
{
    return ways[get_local_id(0)];
}

kernel void part(global const uint *ways)
{
    uint way = way_of(ways);

    if (way != 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

coop_kernel void endless(uint unused)
{
    while (1) {
        resizing_global_barrier();
    }
}
