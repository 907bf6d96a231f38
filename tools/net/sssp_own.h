/* sssp: a rank's part, on host and device, for the styles. */
#ifndef TOOLS_NET_SSSP_OWN_H
#define TOOLS_NET_SSSP_OWN_H

#include "tools/net/queues.h"
#include "tools/net/sssp_words.h"

#define SSSP_DELTA_WEIGHTS \
    96u                 /* mean weights, by the mean number of arcs: a phase, unless another is named */
#define SSSP_CHUNK 256u /* vertices of the queue that a work-group draws at once */

/* A rank's part. */
struct sssp_own {
    struct rank_part distances; /* of the own vertices */
    struct rank_part states;
    struct rank_part queue;
    struct rank_part far;
    struct rank_part words;
    uint64_t below; /* this phase's bound */
    uint64_t delta; /* by which it rises */
    uint64_t list;  /* of far vertices, that is filled */
    coop_buffer *rows;
    coop_buffer *heads;
    coop_buffer *weights;
    struct queues queues; /* in the coprocessor style */
    uint64_t *found;      /* the distances, in the end */
};

#endif
