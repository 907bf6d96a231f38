/* A kernel of net barriers at one rank of a net, whatever brings its ranks together. */
#ifndef TESTS_NET_MEETING_SPREAD_H
#define TESTS_NET_MEETING_SPREAD_H

#include "coop/launch.h"
#include "loop_attached.h"
#include "meeting.h"

/* A live run of meeting.cl on `groups` work-groups, delivery's among them. */
int meeting_attach(struct rank *rank, uint32_t local_items, uint32_t groups, struct attached *attached);

/* A launch of spread_greatest. */
struct meeting {
    struct attached attached;
    struct spread_greatest_args args;
    uint32_t groups;
    coop_buffer *figures;
    coop_launch *launch;
};

/* Makes the array and attaches a run: collective. */
int meeting_spread_prepare(struct rank *rank, uint32_t local_items, uint32_t groups, struct meeting *meeting);

/* Launches spread_greatest, which goes on until the sum of all ranks is 0. */
int meeting_spread_start(struct meeting *meeting);

/* Waits for it, and compares rounds and result with those of a sequential program. */
void meeting_spread_end(struct rank *rank, struct meeting *meeting);

/* All of this. */
void meeting_spread(struct rank *rank, uint32_t local_items, uint32_t groups);

#endif
