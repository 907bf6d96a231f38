/* sssp: what its kernel and its host part share. */
#ifndef TOOLS_NET_SSSP_CALLS_H
#define TOOLS_NET_SSSP_CALLS_H

#include "coop/shared/handler.h"

/* The net's arrays, by their numbers. */
enum sssp_array {
    SSSP_DISTANCES, /* 64 bits for each vertex; SSSP_FAR: no path is known */
    SSSP_LISTED,    /* 32 bits for each vertex: the last list that it was added to */
    SSSP_LISTS,     /* 32 bits; of each rank two lists of as many places as a rank has vertices */
    SSSP_LENGTHS    /* 32 bits; of each rank those of its two lists */
};

#define SSSP_FAR (~(coop_u64)0)

/* There is a path of this length to the vertex at this place of the rank. */
struct relax {
    coop_u64 distance;
    coop_u32 place;
    coop_u32 round;
};

coop_handlers(relax);

#endif
