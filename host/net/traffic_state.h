/* The state of a rank's traffic, and of a step of it; whose functions are in traffic.h, traffic_in.h,
 * traffic_out.h and traffic_life.h. */
#ifndef COOP_HOST_NET_TRAFFIC_STATE_H
#define COOP_HOST_NET_TRAFFIC_STATE_H

#include "host/net/delivery.h"
#include "host/net/inbox.h"
#include "host/net/outbox.h"
#include "host/net/record.h"
#include "host/net/relay.h"
#include "host/net/wire.h"

#include <pthread.h>
#include <stdatomic.h>

struct coop_traffic_options {
    uint32_t buffer_bytes; /* of a parcel, with its head */
    uint32_t credits;
    uint64_t timeout_ns; /* after which an open parcel leaves, and an acknowledgement */
    uint64_t memory_bytes;
    uint64_t silence_ns; /* after which a rank is lost */
    int leaves_by_slot;  /* parcels leave at the end of each slot */
    uint32_t row;        /* ranks in a row (route.h); 0: all messages go directly */
};

/* What is asked of the traffic, from other threads. */
enum coop_traffic_ask {
    COOP_TRAFFIC_GO,
    COOP_TRAFFIC_DRAIN, /* parcels leave at once */
    COOP_TRAFFIC_END    /* no rank sends messages any more: tell so, and receive until all have told */
};

/* What a rank has come to a net barrier for, and with which value. */
struct coop_traffic_coming {
    uint32_t kind; /* enum coop_meet_kind */
    uint64_t value;
};

/* Net barriers: all count from 1 on; each is at most one more than the next (D12). */
struct coop_traffic_meeting {
    uint64_t seen;      /* that the rank's launch waits at, as the device has published */
    uint64_t come;      /* and everything is applied that it had sent: the others are told (D11) */
    uint64_t answered;  /* and all others have come */
    uint64_t ticket;    /* of the publication of `seen` */
    uint64_t missed_ns; /* since when others wait for a rank without a launch; 0: not so */
};

struct coop_traffic_peer {
    struct coop_parcel_head note; /* the wire's while is_noting */
    int is_noting;
    int has_ended;           /* it has told that it sends nothing more */
    int was_told_end;        /* that we send nothing more */
    uint64_t told;           /* parcels of its that we have acknowledged */
    uint64_t owed_ns;        /* since when an acknowledgement is due */
    uint64_t heard_ns;       /* the last parcel of its, by listened_ns */
    uint64_t spoken_ns;      /* the last parcel to it */
    uint64_t received_bytes; /* of rows, with heads */
    uint64_t meetings;       /* net barriers that it has come to */
    uint64_t told_meetings;  /* that it was told this rank has come to */
    struct coop_traffic_coming
        coming[2]; /* by the net barrier's number modulo 2 (D12); of the own rank, too */
};

struct coop_traffic {
    struct coop_traffic_options options;
    const struct coop_net_memory *memory;
    char (*hosts)[64]; /* of the ranks; its own, since the thread may outlive the net */
    uint32_t rank;
    uint32_t ranks;
    struct coop_full_slots slots;
    struct coop_delivery delivery;
    struct coop_outbox outbox;
    struct coop_inbox inbox;
    struct coop_relay relay;
    struct coop_traffic_peer *peers;
    struct coop_full_slot slot; /* from `at` on not yet added */
    uint32_t at;
    int has_slot;
    int is_listening;
    int is_deaf;          /* the last look at the wire has ended for want of places: more may stand there */
    uint64_t listened_ns; /* time that has passed while it was not */
    uint64_t quiet;       /* as the device has been told */
    struct coop_traffic_meeting meeting;
    uint64_t now_ns;
    uint64_t looked_ns;  /* when silence was looked for last */
    uint64_t blocked_ns; /* since when no memory is left for what waits; 0: there is */
    uint64_t blocked_at; /* acknowledged parcels then */
    struct {
        struct coop_parcel_head head;
        struct coop_parcel_failure failure;
    } abort_parcel; /* the wire's to read */

    _Atomic int ask;        /* enum coop_traffic_ask; writer: any thread */
    _Atomic int is_drained; /* what was in the queue at the last look is applied; writer: the thread */
    _Atomic int is_over;    /* COOP_TRAFFIC_END is done; writer: the thread */
    _Atomic uint64_t parcel_memory_bytes; /* at the end of the last step; writer: the thread */
    pthread_mutex_t lock;                 /* held during a step, and while somebody counts */
};

struct coop_traffic_counts {
    uint64_t sent_messages; /* left for that rank */
    uint64_t sent_bytes;
    uint64_t sent_parcels;
    uint64_t acknowledged_messages; /* of these, applied there */
    uint64_t received_messages;
    uint64_t received_bytes;
    uint64_t received_parcels;
    uint64_t applied_messages;   /* of these */
    uint64_t forwarded_messages; /* from there, for other ranks */
    uint64_t closed[COOP_OUTBOX_WHYS];
    uint64_t waits;
    uint64_t spilled_bytes;
};

/* What the parts of a step are given. Each leaves its sentence in `failure` for every status but COOP_OK. */
struct coop_traffic_step {
    struct coop_traffic *traffic;
    struct coop_wire *wire;
    char *failure;
    int did; /* something */
};

/* Numbers of sends: of a parcel of the outbox its own; of notes, with the rank; of the abort. */
#define COOP_TRAFFIC_NOTE 0x80000000u
#define COOP_TRAFFIC_FAREWELL 0xfffffffeu

/* What sentences call a rank. */

/* "rank 3 (node7)", in `text` of 96 bytes. */
const char *coop_traffic_name(const struct coop_traffic *traffic, uint32_t rank, char *text);

#endif
