/* Shortest paths by active messages: what kernels and the host share. */
#ifndef TESTS_NET_PATHS_H
#define TESTS_NET_PATHS_H

#include "coop/shared/handler.h"

/* The net's arrays, by their numbers. The first two are spread by vertices, the others by ranks. */
enum paths_array { PATHS_DISTANCES, PATHS_OFFSETS, PATHS_TARGETS, PATHS_LENGTHS, PATHS_ORDERS };

/* Vertex `place` of the rank that it goes to can be reached over this distance. */
struct relax {
    coop_u32 place;
    coop_u32 distance;
};

/* A row of numbers that are to arrive as they are: the handler adds them up in PATHS_ORDERS. */
struct probe {
    coop_u64 numbers[6];
};

coop_handlers(relax, probe);

#endif
