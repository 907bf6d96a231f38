/* A kernel of net barriers at one rank of a net, whatever brings its ranks together. */
#ifndef TESTS_NET_MEETING_SPREAD_H
#define TESTS_NET_MEETING_SPREAD_H

#include "loop_attached.h"

/* A live run of meeting.cl on `groups` work-groups, delivery's among them. */
int meeting_attach(struct rank *rank, uint32_t local_items, uint32_t groups, struct attached *attached);

/* Runs spread_greatest until the sum of all ranks is 0, and compares rounds and result with those of a
 * sequential program. */
void meeting_spread(struct rank *rank, uint32_t local_items, uint32_t groups);

#endif
