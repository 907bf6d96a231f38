#include "host/net/spread.h"

/* Elements of a rank's block; the last ranks may have fewer, or none. */
static uint64_t block_of(const struct coop_spread *spread)
{
    return (spread->elements + spread->ranks - 1) / spread->ranks;
}

uint32_t coop_spread_rank(const struct coop_spread *spread, uint64_t element)
{
    return (uint32_t)(spread->kind == COOP_NET_BLOCK ? element / block_of(spread) : element % spread->ranks);
}

uint64_t coop_spread_place(const struct coop_spread *spread, uint64_t element)
{
    return spread->kind == COOP_NET_BLOCK ? element % block_of(spread) : element / spread->ranks;
}

uint64_t coop_spread_first(const struct coop_spread *spread, uint32_t rank)
{
    uint64_t first = rank;

    if (spread->kind == COOP_NET_BLOCK) {
        first = rank * block_of(spread);
        return first < spread->elements ? first : spread->elements;
    }
    return first;
}

uint64_t coop_spread_count(const struct coop_spread *spread, uint32_t rank)
{
    uint64_t first = coop_spread_first(spread, rank);

    if (spread->kind == COOP_NET_BLOCK) {
        uint64_t left = spread->elements - first;
        return left < block_of(spread) ? left : block_of(spread);
    }
    return first < spread->elements ? (spread->elements - first + spread->ranks - 1) / spread->ranks : 0;
}
