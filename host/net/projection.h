/* A projection: one process plays rank 0 of many. What it sends to another rank comes back as if that rank
 * had sent it: all ranks do the same, so that one sends as much to rank 0 as rank 0 to it, and acknowledges
 * as much. Heads are true as they are. Messages that go by other ranks (relay.h) name ranks, which are
 * turned.
 *
 * Stands on: parcel.h, route.h, message.h. Source: Orr's thesis, chapter 5, projects its sorting so. */
#ifndef COOP_HOST_NET_PROJECTION_H
#define COOP_HOST_NET_PROJECTION_H

#include <stdint.h>

struct coop_projection {
    uint32_t ranks;
    uint32_t row; /* ranks in a row; 0: all messages go directly */
};

/* A parcel that rank 0 has sent to rank `to`, as it is to come back from there. */
void coop_projection_turn(const struct coop_projection *projection, uint32_t to, void *parcel);

#endif
