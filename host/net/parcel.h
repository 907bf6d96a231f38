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

/* Routes: by which rank a message goes to its own. The ranks stand in rows as they are numbered, `row` to
 * each; the last row may be shorter. A message goes to a rank of its sender's row directly, to one of another
 * row by that row's rank in the sender's column; a shorter row's ranks have several columns each.
 *
 * Stands on nothing. */

/* As many ranks as this go directly unless the program says otherwise. */
#define COOP_ROUTE_DIRECT_MAX 64u

/* Ranks in a row; 0: all go directly. Chosen rows are as many as their ranks, roughly, and the last one is at
 * least half as long as the others: otherwise all ranks would send to its few, which must have room for that.
 *
 * asked  as coop_net_options.ranks_in_row has it. */
static inline uint32_t coop_route_row(uint32_t ranks, uint32_t asked)
{
    uint32_t row = asked;

    if (asked == 0 && ranks > COOP_ROUTE_DIRECT_MAX) {
        while (row * row < ranks) {
            row++;
        }
        while (ranks % row != 0 && 2 * (ranks % row) < row) {
            row++;
        }
    }
    return row > 1 && row < ranks ? row : 0;
}

/* How many ranks the row of a rank has, and the first of them. */
static inline uint32_t coop_route_first(uint32_t row, uint32_t rank)
{
    return rank / row * row;
}

static inline uint32_t coop_route_size(uint32_t ranks, uint32_t row, uint32_t rank)
{
    uint32_t left = ranks - coop_route_first(row, rank);

    return left < row ? left : row;
}

/* The rank to which `from` sends what is for `to`. */
static inline uint32_t coop_route_hop(uint32_t ranks, uint32_t row, uint32_t from, uint32_t to)
{
    uint32_t first = coop_route_first(row, to);

    return coop_route_first(row, from) == first ? to : first + from % row % coop_route_size(ranks, row, to);
}

/* How many ranks of other rows send to this one what is for its row. */
static inline uint32_t coop_route_senders(uint32_t ranks, uint32_t row, uint32_t rank)
{
    uint32_t count = 0;

    for (uint32_t from = 0; from < ranks; from++) {
        count += coop_route_first(row, from) != coop_route_first(row, rank) &&
                 coop_route_hop(ranks, row, from, rank) == rank;
    }
    return count;
}

#endif
