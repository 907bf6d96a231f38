/* What ranks send each other while kernels send messages: parcels of rows, one for each message and up to
 * three for a call of a handler, and notes.
 * Both begin with the same head, which acknowledges what has come the other way. */
#ifndef COOP_HOST_NET_PARCEL_H
#define COOP_HOST_NET_PARCEL_H

#include <stdint.h>

enum coop_parcel_kind {
    COOP_PARCEL_ROWS = 1, /* rows follow */
    COOP_PARCEL_NOTE,     /* nothing follows: an acknowledgement, or a sign of life */
    COOP_PARCEL_LAST,     /* the sender sends nothing more */
    COOP_PARCEL_FAILURE   /* a coop_parcel_failure follows: the sender gives up */
};

struct coop_parcel_head {
    uint32_t kind;
    uint32_t messages;         /* rows in it */
    uint64_t number;           /* of ROWS: 1 for the first to this rank, and so on; else 0 */
    uint64_t sent;             /* of ROWS: messages to this rank up to and with this parcel; else 0 */
    uint64_t applied;          /* parcels of the receiver's, from the first on, that the sender has applied */
    uint64_t applied_messages; /* theirs */
    uint32_t calls;            /* of ROWS: first rows of calls of handlers */
    uint32_t meeting_kind;     /* of the last of `meetings`: enum coop_meet_kind */
    uint64_t meetings;         /* net barriers that the sender's launches have come to */
    uint64_t meeting_value;    /* of the last one */
};
_Static_assert(sizeof(struct coop_parcel_head) == 64, "rows begin at a line of the cache");

struct coop_parcel_failure {
    uint32_t status; /* coop_status */
    uint32_t reserved;
    char text[192];
};

#endif
