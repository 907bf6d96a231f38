/* The host's end of the inbound places (shared/message.h): writes what has arrived, and sees what is applied.
 *
 * Stands on: net_memory.h. Threads: all calls from one. */
#ifndef COOP_HOST_NET_DELIVERY_H
#define COOP_HOST_NET_DELIVERY_H

#include "coop/shared/message.h"
#include "host/net/inbox.h"
#include "host/net/net_object.h"

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

/* The host's end of the queue of slots (shared/message.h): takes what work-groups have published, in the
 * order of its tickets, and gives the slots back, both in batches.
 *
 * Stands on: net_memory.h. Threads: all calls from one.
 *
 *   D7  A slot is given back when its messages have been read, and not before (B1). */

#define COOP_FULL_SLOTS_BATCH 32u

/* A slot that has been read: `count` messages, whose words are in three rows. */
struct coop_full_slot {
    const uint64_t *heads;
    const uint64_t *places;
    const uint64_t *values;
    uint32_t count;
    uint64_t ticket;
};

struct coop_full_slots {
    const struct coop_net_memory *memory;
    uint64_t full_at;
    uint64_t free_at;
    uint64_t slots_at;
    uint32_t places; /* of the rings */
    uint32_t slot_count;
    uint32_t width;
    uint32_t batch; /* slots that fit into `rows` */
    uint64_t *rows; /* the batch's */
    uint64_t taken; /* tickets of `full` that were read: slots ever consumed, with the batch */
    uint64_t put;   /* tickets of `free` that were written */
    uint64_t entries[COOP_FULL_SLOTS_BATCH]; /* of the batch */
    uint32_t fetched;
    uint32_t next; /* of the batch: the slot that is given out next */
};

/* network  as the host has written it.
 * COOP_OK, COOP_OUT_OF_MEMORY */
coop_status coop_full_slots_init(struct coop_full_slots *slots, const struct coop_net_memory *memory,
                                 const struct coop_network *network);
void coop_full_slots_clear(struct coop_full_slots *slots);

/* The next published slot; its memory is good until the next call. *is_there: 0: there is none now. The slots
 * of a batch are given back when the next one is fetched.
 * failure  of COOP_NET_FAILURE_BYTES: the sentence for every status but COOP_OK.
 *
 * COOP_OK, COOP_NETWORK_FAILED (the queue is damaged), what reading and writing say */
coop_status coop_full_slots_take(struct coop_full_slots *slots, struct coop_full_slot *slot, int *is_there,
                                 char *failure);

/* The ticket of the slot that coop_full_slots_take gives out next. */
static inline uint64_t coop_full_slots_next(const struct coop_full_slots *slots)
{
    return slots->taken - slots->fetched + slots->next;
}

#endif
