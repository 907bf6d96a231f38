/* Calls whose handlers note in which order they run: what kernels and the host share. */
#ifndef TESTS_NET_AT_ONCE_CALLS_H
#define TESTS_NET_AT_ONCE_CALLS_H

#include "coop/shared/handler.h"

/* The net's arrays of 64 bits, by their numbers; each rank has a part of its own: how many calls have run,
 * and the number of each plus 1. */
enum at_once_array {
    AT_ONCE_MARKS, /* calls at once */
    AT_ONCE_TELLS  /* calls in turn, at the rank that has called the first ones */
};

/* Runs at once. */
struct mark {
    coop_u64 number;
    coop_u32 opposite; /* ~number: the words have come together */
    coop_u32 from;     /* the rank that is told */
};
coop_handlers_parallel(mark);

/* Runs in turn. */
struct tell {
    coop_u64 number;
};
coop_handlers(tell);

#endif
