/* A wire for tests of parcels: ranks of one process and one thread, whose parcels are late by a number of
 * polls drawn at random for each pair of ranks, so that those of different pairs overtake each other; a rank
 * may stop, and any call may fail. */
#ifndef COOP_TESTS_NET_POST_H
#define COOP_TESTS_NET_POST_H

#include "host/net/wire.h"

struct letter;

struct post {
    uint32_t ranks;
    uint64_t seed;
    uint32_t polls_most; /* that a parcel is late */
    uint32_t fails_at;   /* the n-th call of any wire, from 1 on; 0: none */
    uint32_t calls;
    struct letter **first; /* of each pair, from * ranks + to */
    struct letter **last;
    struct post_wire *wires; /* of each rank */
    uint32_t from_shift;     /* what is added to the rank that a parcel came from */
    unsigned char *is_cut;   /* of each rank: what is sent to it and from it goes nowhere */
};

void post_init(struct post *post, uint32_t ranks, uint64_t seed);
void post_clear(struct post *post);
struct coop_wire *post_wire(struct post *post, uint32_t rank);

/* Sends as `from` would. */
void post_forge(struct post *post, uint32_t from, uint32_t to, const void *bytes, uint32_t count);

#endif
