/* Rings of numbers in device memory: who puts a number and who takes it agree by tickets, and a place says by
 * its lap whose turn it is.
 *
 * Stands on: types.h. Used by: channel.h (blocks of items), message.h (slots of messages); on the device
 * through device/ring.clh.
 *
 * Tickets count up from 0 and never wrap. A ring has a power of two of places, at least as many as numbers
 * that may be in it: so the place of a drawn ticket is free (K5, B4). An entry holds, from bit 0: the number;
 * a count (of a block's items, of a slot's messages); a level; the lap.
 *
 *     put    t = tickets, tickets += 1     one fetch-add
 *            place[t] = entry              one release store
 *     take   t = taken; place[t] holds t's lap, else there is nothing
 *            taken: t -> t + 1             one compare-exchange, which decides
 *
 * A putter that is stopped between its two steps hides what was put behind it, until it goes on. Where one
 * party alone puts, or takes, it keeps its counter to itself. */
#ifndef COOP_SHARED_RING_H
#define COOP_SHARED_RING_H

#include "coop/shared/types.h"

/* coopc sets these for modules that have a flow graph or messages; other modules need none of this. */
#if !COOP_ON_DEVICE || (defined(COOP_FLOW) && COOP_FLOW) || (defined(COOP_MESSAGE) && COOP_MESSAGE)

/* Widths of a ring's entry; models make the lap's small. */
#ifndef COOP_RING_LAP_BITS
#define COOP_RING_LAP_BITS 19
#endif
#define COOP_RING_BLOCK_BITS 24
#define COOP_RING_COUNT_BITS 13
#define COOP_RING_LEVEL_BITS 8
#define COOP_RING_BITS (COOP_RING_BLOCK_BITS + COOP_RING_COUNT_BITS + COOP_RING_LEVEL_BITS)

/* The lap of ticket `t` in a ring of `places`; that of a place never written is 0. */
static inline coop_u64 coop_ring_lap(coop_u64 ticket, coop_u32 places)
{
    return (ticket / places + 1) & (((coop_u64)1 << COOP_RING_LAP_BITS) - 1);
}

static inline coop_u64 coop_ring_entry(coop_u64 ticket, coop_u32 places, coop_u32 block, coop_u32 count,
                                       coop_u32 level)
{
    return coop_ring_lap(ticket, places) << COOP_RING_BITS |
           (coop_u64)level << (COOP_RING_BLOCK_BITS + COOP_RING_COUNT_BITS) |
           (coop_u64)count << COOP_RING_BLOCK_BITS | block;
}

/* Is the entry that of ticket `t`? */
static inline int coop_ring_is_there(coop_u64 entry, coop_u64 ticket, coop_u32 places)
{
    return entry >> COOP_RING_BITS == coop_ring_lap(ticket, places);
}

static inline coop_u32 coop_ring_block(coop_u64 entry)
{
    return (coop_u32)entry & (((coop_u32)1 << COOP_RING_BLOCK_BITS) - 1u);
}

static inline coop_u32 coop_ring_count(coop_u64 entry)
{
    return (coop_u32)(entry >> COOP_RING_BLOCK_BITS) & (((coop_u32)1 << COOP_RING_COUNT_BITS) - 1u);
}

static inline coop_u32 coop_ring_level(coop_u64 entry)
{
    return (coop_u32)(entry >> (COOP_RING_BLOCK_BITS + COOP_RING_COUNT_BITS)) &
           (((coop_u32)1 << COOP_RING_LEVEL_BITS) - 1u);
}

#endif
#endif
