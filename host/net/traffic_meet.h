/* Net barriers, a part of a step of the traffic: the rank's launch has come to one, so have the other ranks',
 * and the device is told. */
#ifndef COOP_HOST_NET_TRAFFIC_MEET_H
#define COOP_HOST_NET_TRAFFIC_MEET_H

#include "host/net/traffic_state.h"

/* The device has published COOP_MESSAGE_MEET in the slot that is being sorted. False when that cannot be. */
int coop_traffic_meet_seen(struct coop_traffic *traffic, uint64_t head, uint64_t number, uint64_t value);

/* What each head to another rank says. */
void coop_traffic_meet_say(const struct coop_traffic *traffic, struct coop_parcel_head *head);

/* The same, in what the rank is sent now. */
void coop_traffic_meet_tell(struct coop_traffic *traffic, uint32_t rank, struct coop_parcel_head *head);

/* Another rank's head. False when it cannot be. */
int coop_traffic_meet_hear(struct coop_traffic *traffic, uint32_t rank, const struct coop_parcel_head *head);

/* Whether a rank is to be told that this one has come. */
int coop_traffic_meet_is_due(const struct coop_traffic *traffic, uint32_t rank);

/* Whether the rank's launch waits at a net barrier. */
static inline int coop_traffic_is_meeting(const struct coop_traffic *traffic)
{
    return traffic->meeting.seen != traffic->meeting.answered;
}

/* Goes on with the net barrier. `applied`: the ticket below which everything is.
 * COOP_OK; COOP_NETWORK_FAILED: a rank will never come, or has come for something else, or the net is being
 * closed; what reaching the device's memory says. */
coop_status coop_traffic_meet(struct coop_traffic_step *step, uint64_t applied);

#endif
