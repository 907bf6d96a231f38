/* The part of a step that takes what has come: parcels, up to the device, and what the device has applied. */
#ifndef COOP_HOST_NET_TRAFFIC_IN_H
#define COOP_HOST_NET_TRAFFIC_IN_H

#include "host/net/traffic_state.h"

coop_status coop_traffic_receive(struct coop_traffic_step *step);
coop_status coop_traffic_deliver(struct coop_traffic_step *step);

/* A parcel of rows has arrived that is for this rank, perhaps from itself. False when it cannot be. */
int coop_traffic_arrive(struct coop_traffic *traffic, const struct coop_incoming *parcel);

#endif
