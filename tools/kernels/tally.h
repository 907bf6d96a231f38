/* Counts of a workload: a line of 64-bit words for each work-group number, so that work-groups do not meet in them. For host
 * and device. */
#ifndef TOOLS_KERNELS_TALLY_H
#define TOOLS_KERNELS_TALLY_H

#include "both.h"

#define TALLY_WORDS 8 /* of one work-group: a cache line */

#if defined(__OPENCL_C_VERSION__)
/* A work-group's number goes to another one when it ends, and several work-items may count: hence atomic. */
static inline void tally_add(global atomic_ulong *tallies, uint word, ulong value)
{
    atomic_fetch_add_explicit(&tallies[get_group_id(0) * TALLY_WORDS + word], value, memory_order_relaxed,
                              memory_scope_device);
}

static inline void tally_max(global atomic_ulong *tallies, uint word, ulong value)
{
    global atomic_ulong *most = &tallies[get_group_id(0) * TALLY_WORDS + word];

    if (atomic_load_explicit(most, memory_order_relaxed, memory_scope_device) < value) {
        atomic_fetch_max_explicit(most, value, memory_order_relaxed, memory_scope_device);
    }
}
#endif

#endif
