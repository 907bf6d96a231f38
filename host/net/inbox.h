/* The inbox: parcels that have arrived and wait for room on the device, and those on the device that are not
 * yet applied. It knows neither the device nor the network.
 *
 * Threads: all calls from one.
 *
 *   D5  Parcels go to the device in the order in which they have arrived, and are applied in this order: the
 *       device's count of applied parcels says which.
 *   D6  A rank's parcels are counted as applied when the device has applied them, not before; those
 *        that are passed on, when the relay says so (D14). */
#ifndef COOP_HOST_NET_INBOX_H
#define COOP_HOST_NET_INBOX_H

#include "coop/status.h"
#include "host/net/parcel.h"

struct coop_incoming {
    const struct coop_parcel_head *head; /* rows follow; the giver's until it is delivered */
    uint32_t bytes;
    uint32_t from;
    uint32_t place; /* the giver's */
};

struct coop_inbox_peer {
    uint64_t parcels; /* arrived */
    uint64_t messages;
    uint64_t applied; /* parcels */
    uint64_t messages_applied;
};

struct coop_delivered {
    uint32_t from;
    uint32_t messages;
};

struct coop_inbox {
    struct coop_inbox_peer *peers;
    struct coop_incoming *arrived;    /* a ring of `room` */
    struct coop_delivered *delivered; /* a ring of `places` */
    uint64_t arrived_count;           /* ever */
    uint64_t delivered_count;         /* ever */
    uint64_t applied_count;           /* ever */
    uint32_t ranks;
    uint32_t room;
    uint32_t places;
};

/* places  parcels that the device holds at a time.
 * room    parcels that may wait here.
 * COOP_OK, COOP_OUT_OF_MEMORY; coop_inbox_clear is due in both cases. */
coop_status coop_inbox_init(struct coop_inbox *inbox, uint32_t ranks, uint32_t places, uint32_t room);
void coop_inbox_clear(struct coop_inbox *inbox);

int coop_inbox_has_room(const struct coop_inbox *inbox);

/* Counts a parcel of rows that has arrived and is passed on: it waits here for nothing. False as
 * coop_inbox_arrive. */
int coop_inbox_count(struct coop_inbox *inbox, const struct coop_incoming *parcel, uint32_t row_bytes);

/* A parcel of rows has arrived. False, and nothing is changed, when it is not the next one of its rank, or
 * its numbers do not fit. */
int coop_inbox_arrive(struct coop_inbox *inbox, const struct coop_incoming *parcel, uint32_t row_bytes);

/* The next one that is to be written to the device, at place delivered_count % places; NULL: none has
 * arrived, or all places are taken. */
const struct coop_incoming *coop_inbox_next(const struct coop_inbox *inbox);

/* It is there. */
void coop_inbox_deliver(struct coop_inbox *inbox);

/* The device has applied so many parcels, ever. False when it cannot have. */
int coop_inbox_apply(struct coop_inbox *inbox, uint64_t applied);

#endif
