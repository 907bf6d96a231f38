/* The part of a step that takes what has come: parcels, up to the device, and what the device has applied. */
#ifndef COOP_HOST_NET_TRAFFIC_IN_H
#define COOP_HOST_NET_TRAFFIC_IN_H

#include "host/net/traffic_state.h"

coop_status coop_traffic_receive(struct coop_traffic_step *step);
coop_status coop_traffic_deliver(struct coop_traffic_step *step);

#endif
