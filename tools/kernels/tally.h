/* What a work-item has counted so far, over all tasks that it had a part in: a row of its own, so that counting
 * needs no atomics. A work-group that ends leaves its rows to the next one with its id; the host adds them up. */
#ifndef TOOLS_KERNELS_TALLY_H
#define TOOLS_KERNELS_TALLY_H

#include "both.h"

struct tally {
    word64 counts[4];
};

/* The same for a leader, who counts by levels: the last levels share a count. */
#define TALLY_LEVELS 57
struct level_tally {
    word64 levels[TALLY_LEVELS];
    word64 inner_nodes;
    word64 leaves;
    word64 depth;
    word64 pad[4];
};

#if defined(__OPENCL_C_VERSION__)
static inline global struct tally *tally_own(global struct tally *tallies)
{
    return &tallies[get_group_id(0) * get_local_size(0) + get_local_id(0)];
}
#endif

#endif
