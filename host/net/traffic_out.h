/* The part of a step that sends: slots into the outbox, and parcels out of it. */
#ifndef COOP_HOST_NET_TRAFFIC_OUT_H
#define COOP_HOST_NET_TRAFFIC_OUT_H

#include "host/net/traffic_state.h"

coop_status coop_traffic_consume(struct coop_traffic_step *step);
coop_status coop_traffic_send(struct coop_traffic_step *step);

#endif
