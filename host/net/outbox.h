/* The outbox: messages that leave a rank, sorted by destination into parcels, and the parcels until they are
 * applied there. It knows neither the device nor the network, and no clock: times are given.
 *
 * A parcel is *open* while rows are added to it, then *waits* until its destination has a credit, then is
 * *under way* until it is acknowledged. Memory is taken as parcels are opened, and kept for others.
 *
 * Threads: all calls from one.
 *
 *   D1  At most `credits` parcels to a destination are under way.
 *   D2  Parcels to a destination leave in the order in which they were opened.
 *   D3  Adding a row never waits. Where it is refused, `own_bytes` would pass its limit. Rows that are
 *       forwarded (relay.h) are never refused, and share no parcel with own rows that would be; parcels of
 *       such rows alone have memory of their own.
 *   D4  coop_outbox_quiet is at most the ticket of any own row that is not acknowledged. */
#ifndef COOP_HOST_NET_OUTBOX_H
#define COOP_HOST_NET_OUTBOX_H

#include "coop/status.h"
#include "host/net/parcel.h"
#include <string.h>

struct coop_outgoing {
    struct coop_outgoing *next;    /* of the same destination, or of the free ones */
    struct coop_outgoing *younger; /* of the open ones */
    struct coop_outgoing *older;
    uint64_t first_ticket; /* no own row in it, or in a later one to this destination, has a lower one */
    uint64_t opened_ns;
    uint64_t messages_up_to; /* to this destination, up to and with this parcel */
    uint32_t to;
    uint32_t bytes;      /* with its head */
    uint32_t number;     /* in the table of parcels: what the wire calls it */
    int is_read;         /* the wire may still read it */
    int is_acknowledged; /* it is in no list but the table */
    uint32_t forwarded;  /* rows that come from another rank */
    int is_reserved;     /* opened beyond the limit, for such rows alone (D3) */
    uint32_t *own;       /* behind the rows: own ones by their final rank; NULL where all go directly */
    struct coop_parcel_head head;
    /* rows follow */
};

/* Why a parcel was closed. */
enum coop_outbox_why { COOP_OUTBOX_FULL, COOP_OUTBOX_TIMED_OUT, COOP_OUTBOX_FLUSHED, COOP_OUTBOX_WHYS };

struct coop_outbox_peer {
    struct coop_outgoing *oldest; /* under way, then waiting, then open */
    struct coop_outgoing *newest;
    struct coop_outgoing *waiting; /* the first of them; NULL: none waits */
    struct coop_outgoing *open;    /* NULL: none */
    uint32_t under_way;
    uint64_t parcels;          /* ever opened */
    uint64_t messages;         /* ever added */
    uint64_t acknowledged;     /* parcels */
    uint64_t messages_applied; /* as acknowledged */
    uint64_t left_messages;    /* of parcels that have left */
    uint64_t left_bytes;
    uint64_t left_parcels;
    uint64_t closed[COOP_OUTBOX_WHYS];
    uint64_t waits;         /* parcels that have found no credit when they were closed */
    uint64_t spilled_bytes; /* theirs */
    int is_ready;           /* in the outbox's list of those that have something to send */
    /* Where messages go by other ranks: those that go by this one, and own messages for this one. */
    uint32_t first_final;
    uint32_t finals;
    uint64_t final_left;
    uint64_t final_acknowledged;
};

struct coop_outbox {
    struct coop_outbox_peer *peers;
    struct coop_outgoing **table; /* every parcel that was ever allocated, by number */
    struct coop_outgoing *free;
    struct coop_outgoing *oldest_open;
    struct coop_outgoing *youngest_open;
    uint32_t *ready; /* a ring of ranks with parcels that may leave */
    uint64_t ready_first;
    uint64_t ready_end;
    uint64_t waiting_bytes;
    uint64_t own_bytes;    /* of these, of parcels with own rows */
    uint64_t memory_bytes; /* the limit of own_bytes */
    uint64_t acknowledged; /* parcels, of all destinations */
    uint32_t waiting_for;  /* a destination for which memory was refused last */
    uint32_t table_count;
    uint32_t table_room;
    uint32_t ranks;
    uint32_t parcel_bytes;
    uint32_t credits;
    uint32_t finals_most; /* of any destination; 0: all messages go directly */
    uint32_t unfinished;  /* parcels that are not acknowledged, the open ones among them */
    uint64_t timeout_ns;
};

struct coop_outbox_options {
    uint32_t ranks;
    uint32_t parcel_bytes; /* with the head; at least room for a row */
    uint32_t credits;      /* at least 1 */
    uint64_t timeout_ns;   /* the age at which an open parcel is closed */
    uint64_t memory_bytes; /* for parcels with own rows that wait */
    uint32_t finals_most;  /* final ranks behind a destination, at most; 0: all messages go directly */
};

/* COOP_OK, COOP_OUT_OF_MEMORY; coop_outbox_clear is due in both cases. */
coop_status coop_outbox_init(struct coop_outbox *outbox, const struct coop_outbox_options *options);

/* With all parcels. */
void coop_outbox_clear(struct coop_outbox *outbox);

/* Opens a parcel to `to`.
 * COOP_OK; COOP_BUSY: the limit is reached (D3), later there may be room; COOP_OUT_OF_MEMORY */
coop_status coop_outbox_open(struct coop_outbox *outbox, uint32_t to, uint64_t ticket, uint64_t now_ns);

/* The same without the limit. COOP_OK, COOP_OUT_OF_MEMORY */
coop_status coop_outbox_open_anyway(struct coop_outbox *outbox, uint32_t to, uint64_t ticket,
                                    uint64_t now_ns);

/* Whether coop_outbox_open would find the limit reached. */
int coop_outbox_is_over(const struct coop_outbox *outbox, uint32_t to);

void coop_outbox_close(struct coop_outbox *outbox, uint32_t to, enum coop_outbox_why why);

/* Adds rows that stay together: those of a call of a handler, which have `bytes` bytes in all. Otherwise as
 * coop_outbox_add. A parcel has room for them. */
coop_status coop_outbox_add_call(struct coop_outbox *outbox, uint32_t to, const void *rows,
                                 uint32_t row_count, uint32_t bytes, uint64_t ticket, uint64_t now_ns);

/* Adds a row of `bytes` bytes, always the same number, that came with `ticket`. As coop_outbox_open. */
static inline coop_status coop_outbox_add(struct coop_outbox *outbox, uint32_t to, const void *row,
                                          uint32_t bytes, uint64_t ticket, uint64_t now_ns)
{
    struct coop_outbox_peer *peer = &outbox->peers[to];
    struct coop_outgoing *parcel = peer->open;

    if (parcel == NULL) {
        coop_status status = coop_outbox_open(outbox, to, ticket, now_ns);
        if (status != COOP_OK) {
            return status;
        }
        parcel = peer->open;
    }
    memcpy((unsigned char *)&parcel->head + parcel->bytes, row, bytes);
    parcel->bytes += bytes;
    parcel->head.messages++;
    if (parcel->bytes + bytes > outbox->parcel_bytes) {
        coop_outbox_close(outbox, to, COOP_OUTBOX_FULL);
    }
    return COOP_OK;
}

/* Closes open parcels that are older than the timeout, but those without a credit, which may still grow. */
void coop_outbox_close_old(struct coop_outbox *outbox, uint64_t now_ns);

/* Closes all open parcels, but those with forwarded rows that have no credit: they may still grow. */
void coop_outbox_flush(struct coop_outbox *outbox);

/* The same of parcels that have own rows. */
void coop_outbox_flush_own(struct coop_outbox *outbox);

/* Takes out a parcel that may leave now; it is then under way, and read by the wire until
 * coop_outbox_read. NULL: none may. */
struct coop_outgoing *coop_outbox_take(struct coop_outbox *outbox);

/* The wire does not read it any more. */
void coop_outbox_read(struct coop_outbox *outbox, uint32_t number);

/* `rank` has applied so many parcels, and messages in them. False when it cannot have. */
int coop_outbox_acknowledge(struct coop_outbox *outbox, uint32_t rank, uint64_t parcels, uint64_t messages);

/* The ticket below which every row is acknowledged; `next` is that of the next row to be added. */
uint64_t coop_outbox_quiet(const struct coop_outbox *outbox, uint64_t next);

#endif
