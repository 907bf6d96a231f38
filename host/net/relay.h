/* The relay: messages that go to their rank by another one. A rank has parcels for the ranks of its own row
 * and one for each other row (route.h), whose receiver puts each message into the parcel of its final rank.
 *
 * Stands on: route.h, outbox.h, inbox.h, message.h. Threads: all calls from one.
 *
 *   D13  A message makes one hop within a row, or one to another row and then at most one within it.
 *   D14  A parcel from another row counts as applied, and is acknowledged, when each of its messages is
 *        applied at its final rank, this one among them. So an acknowledgement says the same of a hop to
 *        another row as of one within a row.
 *   D15  Forwarding never waits: what has arrived is added to the outbox at once, beyond the limit of own
 *        messages. By D14 and D1 it is bounded: `credits` parcels of each rank that sends here from another
 *        row.
 *   D16  Rows that go within a row have the rank that has sent them where others have their final rank.
 *
 * Nobody waits in a circle: a parcel within a row is acknowledged when its receiver's device has applied it,
 * whatever else is under way (B6); one to another row when parcels within that row are.
 * Source: Orr's thesis, chapter 5, names hierarchical aggregation as future work. */
#ifndef COOP_HOST_NET_RELAY_H
#define COOP_HOST_NET_RELAY_H

#include "coop/shared/message.h"
#include "host/net/inbox.h"
#include "host/net/outbox.h"

/* A parcel from another row that is not applied yet. */
struct coop_relay_parcel {
    struct coop_relay_parcel *next; /* of the same rank, or of the free ones */
    uint32_t messages;
    uint32_t seen;    /* of `needs` are fulfilled, from the first on */
    uint64_t needs[]; /* by the ranks of this row: parcels to it that are to be acknowledged */
};

/* What a rank of another row that sends here has under way. */
struct coop_relay_sender {
    uint32_t rank;
    uint32_t count;
    struct coop_relay_parcel *oldest;
    struct coop_relay_parcel *newest;
};

/* Of a rank, whichever way its messages have come. */
struct coop_relay_counts {
    uint64_t received;  /* for this rank */
    uint64_t applied;   /* of these */
    uint64_t forwarded; /* for others of this row */
};

/* By which rank of this row a rank's messages come, and which one of those it is. */
struct coop_relay_origin {
    uint32_t mate;
    uint32_t index;
};

struct coop_relay {
    uint32_t row; /* ranks in a row; 0: all messages go directly, and nothing below is used */
    uint32_t rank;
    uint32_t ranks;
    uint32_t first; /* of this row */
    uint32_t size;
    struct coop_outbox *outbox;
    struct coop_inbox *inbox;
    uint32_t *hops; /* by final rank */
    struct coop_relay_counts *counts;
    struct coop_relay_origin *origins;
    uint32_t columns; /* of a longer row whose ranks send to one of this */
    uint32_t origins_most;
    uint32_t *arrived; /* messages by origin, of each parcel in the inbox: a ring */
    uint32_t arrived_room;
    uint64_t counted;      /* parcels of the inbox whose messages are counted as applied */
    uint64_t acknowledged; /* the outbox's, at the last look */
    struct coop_relay_sender *senders;
    uint32_t sender_count;
    struct coop_relay_parcel *free;
    uint64_t next_ticket; /* that of the own rows that are added next, or lower */
    uint64_t now_ns;
};

/* How many bytes of the outbox's memory may be taken by what is forwarded: what ranks of other rows may have
 * under way to here, twice, since calls of handlers leave at most half a parcel empty. */
uint64_t coop_relay_reserve(uint32_t ranks, uint32_t row, uint32_t rank, uint64_t credits_bytes);

/* outbox, inbox  of as many ranks, and live as long as the relay; the outbox's finals_most is `row`.
 * COOP_OK, COOP_OUT_OF_MEMORY; coop_relay_clear is due in both cases. */
coop_status coop_relay_init(struct coop_relay *relay, uint32_t row, uint32_t rank, struct coop_outbox *outbox,
                            struct coop_inbox *inbox);
void coop_relay_clear(struct coop_relay *relay);

/* Adds the rows of an own message, whose heads have its final rank, to the outbox. As coop_outbox_add; the
 * rows' heads may be changed. */
coop_status coop_relay_send(struct coop_relay *relay, struct coop_message *rows, uint32_t row_count,
                            uint64_t ticket);

static inline int coop_relay_is_mate(const struct coop_relay *relay, uint32_t rank)
{
    return rank - relay->first < relay->size;
}

/* A parcel of rows from another row; its memory is free afterwards.
 * COOP_OK
 * COOP_NETWORK_FAILED  it is not what that rank sends next.
 * COOP_OUT_OF_MEMORY */
coop_status coop_relay_forward(struct coop_relay *relay, const struct coop_incoming *parcel);

/* The inbox's last parcel, which has just come within the row. False when its rows cannot be. */
int coop_relay_arrive(struct coop_relay *relay, const struct coop_incoming *parcel);

/* Sees what is applied, here and, by what the outbox has been acknowledged, at others of this row. */
void coop_relay_look(struct coop_relay *relay);

#endif
