/* sssp: a rank's part, on host and device, for the styles. */
#ifndef TOOLS_NET_SSSP_OWN_H
#define TOOLS_NET_SSSP_OWN_H

#include "tools/net/queues.h"

#define SSSP_CHUNK 256u /* listed vertices that a work-group draws at once */

/* A rank's part. */
struct sssp_own {
    struct rank_part distances; /* of the own vertices */
    struct rank_part listed;
    struct rank_part lists;
    struct rank_part lengths;
    coop_buffer *rows;
    coop_buffer *heads;
    coop_buffer *weights;
    coop_buffer *next;
    struct queues queues; /* in the coprocessor style */
    uint64_t *found;      /* the distances, in the end */
};

#endif
