/* The wire within a process: ranks are threads that meet in memory. */
#ifndef COOP_HOST_NET_WIRE_LOOP_H
#define COOP_HOST_NET_WIRE_LOOP_H

#include "coop/net.h"
#include "host/net/wire.h"

/* How to be rank `rank` of a loop; keeps a reference to it. NULL: out of memory, or *status is
 * COOP_INVALID_HANDLE. */
struct coop_wire_opener *coop_wire_loop_opener(coop_net_loop *loop, uint32_t rank, coop_status *status);

#endif
