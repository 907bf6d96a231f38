/* Kernels for launches that repeat. */
#include "coop/kernel.clh"

/* Each job adds one to every column, in plain memory: a job that does not see the one before it, or runs
 * beside it, loses an addition. The last column tells those that watch. */
kernel void tick(global uint *columns, global uint *jobs)
{
    columns[get_global_id(0)]++;
    if (get_global_id(0) == get_global_size(0) - 1) {
        atomic_fetch_add_explicit((global atomic_uint *)jobs, 1u, memory_order_relaxed, memory_scope_device);
    }
}

kernel void hold(global uint *gate, global uint *entered)
{
    if (get_global_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_uint *)entered, 1u, memory_order_relaxed,
                                  memory_scope_device);
        while (atomic_load_explicit((global atomic_uint *)gate, memory_order_relaxed, memory_scope_device) ==
               0) {
        }
    }
}

/* Shrinks and grows at each number that it draws, until `jobs` says enough; each number is done once. */
coop_kernel void drawing(global uint *next, global uint *done, global uint *jobs, uint enough)
{
    local uint drawn;

    while (1) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            uint seen = atomic_load_explicit((global atomic_uint *)jobs, memory_order_relaxed,
                                             memory_scope_device);
            drawn = seen >= enough
                        ? UINT_MAX
                        : atomic_fetch_add_explicit((global atomic_uint *)next, 1u, memory_order_relaxed,
                                                    memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (drawn == UINT_MAX) {
            break;
        }
        if (get_local_id(0) == 0) {
            atomic_fetch_add_explicit((global atomic_uint *)done, 1u, memory_order_relaxed,
                                      memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* The same at barriers. */
coop_kernel void swinging(global uint *cells, uint count, global uint *jobs, global uint *rounds, uint enough)
{
    transmit uint round = 0;

    while (1) {
        for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
            cells[i]++;
        }
        if (get_global_id(0) == 0) {
            rounds[1 + (round & 1)] =
                atomic_load_explicit((global atomic_uint *)jobs, memory_order_relaxed, memory_scope_device) >=
                enough;
            rounds[0] = round + 1;
        }
        resizing_global_barrier();
        if (rounds[1 + (round & 1)] != 0) {
            break;
        }
        round++;
    }
}
