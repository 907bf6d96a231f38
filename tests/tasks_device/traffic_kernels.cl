/* What traffic.c launches beside the tasks: a kernel of tests/device/kernels.cl alone, so that each program's
 * module stays small. */
#include "coop/kernel.clh"

/* Each work-item counts itself. */
kernel void count(global uint *out)
{
    atomic_fetch_add_explicit((global atomic_uint *)&out[get_global_id(0)], 1u, memory_order_relaxed,
                              memory_scope_device);
}
