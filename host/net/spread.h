/* Which rank holds which elements of an array. Pure functions; the caller has checked the ranges. */
#ifndef COOP_HOST_NET_SPREAD_H
#define COOP_HOST_NET_SPREAD_H

#include "coop/net.h"

struct coop_spread {
    uint64_t elements;
    uint32_t ranks;
    enum coop_net_spread kind;
};

/* The rank that has an element, and its place there. */
uint32_t coop_spread_rank(const struct coop_spread *spread, uint64_t element);
uint64_t coop_spread_place(const struct coop_spread *spread, uint64_t element);

/* A rank's part: its elements, and the first of them. */
uint64_t coop_spread_count(const struct coop_spread *spread, uint32_t rank);
uint64_t coop_spread_first(const struct coop_spread *spread, uint32_t rank);

#endif
