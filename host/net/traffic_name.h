/* What sentences call a rank. */
#ifndef COOP_HOST_NET_TRAFFIC_NAME_H
#define COOP_HOST_NET_TRAFFIC_NAME_H

#include "host/net/traffic_state.h"

/* "rank 3 (node7)", in `text` of 96 bytes. */
const char *coop_traffic_name(const struct coop_traffic *traffic, uint32_t rank, char *text);

#endif
