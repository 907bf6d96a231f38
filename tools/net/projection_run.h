/* A run of gups by one rank of a projection (coop_net_loop_project), verified. */
#ifndef TOOLS_NET_PROJECTION_RUN_H
#define TOOLS_NET_PROJECTION_RUN_H

#include "tools/net/rank.h"

struct projection_shape {
    uint32_t ranks;
    uint64_t updates;  /* of this rank */
    uint64_t elements; /* of each rank */
    const char *device;
    const struct rank_options *options;
};

struct projection_cost {
    double time_ns; /* of an update */
    double cpu_ns;
    double buffers; /* of an update */
    double hops;    /* of an update, over the wire */
    double forwarded;
    double fill;          /* bytes of a buffer */
    double buffers_bytes; /* memory */
};

/* -1, and the error says why. */
int projection_run(const struct projection_shape *shape, struct projection_cost *cost,
                   struct tool_error *error);

#endif
