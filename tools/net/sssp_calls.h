/* sssp: what its kernel and its host part share. */
#ifndef TOOLS_NET_SSSP_CALLS_H
#define TOOLS_NET_SSSP_CALLS_H

#include "coop/shared/handler.h"
#include "sssp_words.h"

/* The net's arrays, by their numbers. */
enum sssp_array {
    SSSP_DISTANCES, /* 64 bits for each vertex; SSSP_FAR: no path is known */
    SSSP_STATES,    /* 32 bits for each vertex */
    SSSP_QUEUE,     /* 32 bits; of each rank as many places as two ranks have vertices */
    SSSP_FAR_LISTS, /* the same: two lists */
    SSSP_LIST_WORDS /* 64 bits; SSSP_WORDS of each rank */
};

#define SSSP_FAR (~(coop_u64)0)

/* There is a path of this length to the vertex at this place of the rank. */
struct relax {
    coop_u64 distance;
    coop_u32 place;
    coop_u32 pad0;
};

coop_handlers(relax);

#endif
