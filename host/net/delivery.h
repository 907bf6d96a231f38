/* The host's end of the inbound places (shared/message.h): writes what has arrived, and sees what is applied.
 *
 * Stands on: net_memory.h. Threads: all calls from one. */
#ifndef COOP_HOST_NET_DELIVERY_H
#define COOP_HOST_NET_DELIVERY_H

#include "coop/shared/message.h"
#include "host/net/inbox.h"
#include "host/net/net_memory.h"

struct coop_delivery {
    const struct coop_net_memory *memory;
    uint64_t inbound_at;
    uint64_t data_at;
    uint32_t places;
    uint32_t place_bytes;
    uint32_t bell; /* as it was written last */
};

void coop_delivery_init(struct coop_delivery *delivery, const struct coop_net_memory *memory,
                        const struct coop_network *network);

/* Writes a parcel's rows into the place of `ticket`, which is free (B8). What writing says. */
coop_status coop_delivery_write(const struct coop_delivery *delivery, const struct coop_incoming *parcel,
                                uint64_t ticket);

/* Says that something was written. What writing says. */
coop_status coop_delivery_ring(struct coop_delivery *delivery);

/* *applied, of `delivered` that were written: grows to the first ticket that is not applied. What reading
 * says. */
coop_status coop_delivery_look(const struct coop_delivery *delivery, uint64_t delivered, uint64_t *applied);

#endif
