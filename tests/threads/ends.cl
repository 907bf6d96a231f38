/* A kernel that stays until the host opens its gate. */
#include "coop/kernel.clh"

kernel void stays(global uint *gate, global uint *entered)
{
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit((global atomic_uint *)entered, 1u, memory_order_relaxed,
                                  memory_scope_device);
        while (atomic_load_explicit((global atomic_uint *)gate, memory_order_relaxed, memory_scope_device) ==
               0) {
        }
    }
}
