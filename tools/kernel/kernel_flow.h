/* The flow graph of a planned cooperative kernel: a buffer of the plan, made anew before each launch. */
#ifndef TOOLS_KERNEL_FLOW_H
#define TOOLS_KERNEL_FLOW_H

#include "kernel_plan.h"

#include <coop/channel.h>

struct kernel_flow {
    const struct coop_flow_options *options;
    unsigned buffer; /* written by kernel_flow_declare */
    unsigned lanes;  /* the same: 8 bytes in which the kernel counts the lanes that its batches offer */
    uint32_t channel;
    const void *items; /* the first ones, of that channel */
    size_t item_bytes;
    uint64_t item_count;
};

/* What happened in all channels, of one launch or of several. */
struct kernel_flow_counts {
    uint64_t items; /* that were run */
    uint64_t batches;
    uint64_t lanes;
};

/* Declares its buffers, and makes it the plan's.
 * flow  and what it points to: read before each run; stays the caller's. */
void kernel_flow_declare(struct kernel_plan *plan, struct kernel_flow *flow);

#endif
