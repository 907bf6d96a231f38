/* pagerank: a rank's part, on host and device, for the styles. */
#ifndef TOOLS_NET_PAGERANK_OWN_H
#define TOOLS_NET_PAGERANK_OWN_H

#include "apps/pagerank/pagerank_numbers.h"
#include "tools/net/graph_part.h"
#include "tools/net/queues.h"

#define PAGERANK_CHUNK 256u /* vertices that a work-group draws at once */

/* As the kernel has it. */
struct pagerank_progress {
    uint64_t change;
    uint64_t dangling;
    uint32_t next;
    uint32_t pad;
};

/* A rank's part. */
struct pagerank_own {
    struct graph_part part;
    struct graph_part_buffers buffers;
    struct pagerank_numbers numbers;
    coop_net_array *places[2];
    coop_buffer *shares;
    coop_buffer *ranks;
    coop_buffer *progress;
    struct queues queues; /* in the coprocessor style */
};

#endif
