/* mer: what its kernel and its host part share. */
#ifndef TOOLS_NET_MER_CALLS_H
#define TOOLS_NET_MER_CALLS_H

#include "coop/shared/handler.h"

/* The net's arrays of 64 bits, by their numbers. A table has a place at the same index of the first two. */
enum mer_array {
    MER_PIECES, /* a piece, plus 1; 0: the place is free */
    MER_COUNTS, /* how often it was seen, times 256, and its neighbours */
    MER_FULL    /* of each rank, how many calls have found no place */
};

/* Letters are numbers: A 0, C 1, G 2, T 3, so the partner of a letter is 3 less it. Others are no letters. */
#define MER_NO_LETTER 4

/* A piece of up to 31 letters, two bits each, the first one highest, was seen beside these neighbours: bit b
 * for letter b in front of it, bit 4 + b for letter b behind it. */
struct insert {
    coop_u64 piece;
    coop_u32 neighbours;
};

/* 1: calls of a rank run at once, by all work-items of its delivery; else one at a time. */
#ifndef MER_PARALLEL
#define MER_PARALLEL 0
#endif
#if MER_PARALLEL
coop_handlers_parallel(insert);
#else
coop_handlers(insert);
#endif

#endif
