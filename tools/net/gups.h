/* gups: increments at random places of an array that all ranks hold together. */
#ifndef TOOLS_NET_GUPS_H
#define TOOLS_NET_GUPS_H

#include "tools/error/tool_error.h"
#include <coop/net.h>

struct gups_options {
    uint64_t updates;  /* of each rank */
    uint64_t elements; /* of all ranks; 0: 65536 for each */
    uint64_t local_items;
    uint64_t groups; /* work-groups that send */
    uint64_t buffer_bytes;
    uint64_t timeout_us;
};

struct gups_result {
    uint32_t rank;
    uint32_t ranks;
    uint64_t elements;
    double time_ms;    /* from a barrier before the launches to one behind them; the longest of the ranks' */
    double cpu_ms;     /* of all processes; with a loop, of this one */
    uint64_t messages; /* in buffers, over all pairs of ranks */
    uint64_t buffers;
    uint64_t buffer_bytes; /* with their heads */
    uint64_t full_buffers;
    uint64_t waits;
    uint64_t spilled_bytes;
    uint64_t wrong_elements; /* that are not the sequential ones */
    uint64_t wrong_pairs;    /* of ranks, with not as many messages sent as received as applied */
};

/* This rank's part, from the opening of the net to its end; all ranks call. The result is the same at all.
 * loop  NULL: the ranks are MPI's.
 * 0, or -1 with a message. */
int gups_run(coop_context *context, coop_net_loop *loop, uint32_t rank, const struct gups_options *options,
             struct gups_result *result, struct tool_error *error);

#endif
