/* A rank of a storm: cooperative launches that send, and frames beside them, each for a random number of
 * work-groups, so that work-groups of the launches end and begin. */
#ifndef TESTS_NET_STORM_H
#define TESTS_NET_STORM_H

#include "coop/launch.h"
#include "loop_attached.h"

#define STORM_WORKERS 6u /* of a rank's run, delivery's among them */

/* What the launches of a rank have come to. */
struct storm {
    struct rank *rank;
    struct attached attached;
    coop_buffer *marks;
    uint64_t random;
    uint64_t kills; /* work-groups that have ended at offers and resizing barriers, */
    uint64_t forks; /* and begun */
    uint64_t frames;
    uint64_t launches;
};

/* Attaches a run of the module with the kernels of storm.cl. */
int storm_begin(struct storm *storm, struct rank *rank, const char *text, size_t bytes, uint32_t local_items,
                uint64_t seed);

/* Launches frames, one after the other, until `launch` has ended, and adds up what it says. `posted`: of the
 * launch. 0 when something has failed. */
int storm_until_end(struct storm *storm, coop_status posted, coop_launch *launch);

/* A buffer of zeros. */
coop_buffer *storm_zeros(struct storm *storm, uint64_t bytes);

void storm_end(struct storm *storm);

#endif
