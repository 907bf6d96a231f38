/* kmeans: a rank's part, on host and device, for the styles. */
#ifndef TOOLS_NET_KMEANS_OWN_H
#define TOOLS_NET_KMEANS_OWN_H

#include "tools/net/queues.h"

#define KMEANS_CHUNK 1024u /* points that a work-group draws; its sums of coordinates have room in 32 bits */

/* As the kernel has it: points that no work-group has drawn, and those that have moved. */
struct kmeans_progress {
    uint32_t next;
    uint32_t moved;
};

/* A rank's part. */
struct kmeans_own {
    uint32_t first; /* own points: first … first + count - 1 */
    uint32_t count;
    coop_buffer *sums;
    coop_buffer *centers;
    coop_buffer *points;
    coop_buffer *nearest;
    coop_buffer *progress;
    struct queues queues;    /* in the coprocessor style */
    uint32_t *found_centers; /* in the end */
    uint32_t *found_nearest;
};

#endif
