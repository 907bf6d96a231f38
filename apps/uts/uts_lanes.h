/* Eight children of a node at once, one in each lane of a vector, for host and device: their messages differ
 * in one word, and no round of the hash depends on another lane. */
#ifndef APPS_UTS_LANES_H
#define APPS_UTS_LANES_H

#include "uts.h"

/* Words of the eight states: lane i has child `first` + i. They are words and no vectors, since vectors are
 * passed differently by code for different processors. */
struct uts_states {
    word32 h[5][BOTH_LANES];
};

static inline struct uts_states uts_children(struct sha1_digest parent, word32 first)
{
    const word32x8 none = BOTH_LANES_OF(0, 0, 0, 0, 0, 0, 0, 0);
    const word32x8 numbers = BOTH_LANES_OF(0, 1, 2, 3, 4, 5, 6, 7);
    word32x8 w[16];
    word32x8 a = none + 0x67452301u, b = none + 0xefcdab89u, c = none + 0x98badcfeu, d = none + 0x10325476u,
             e = none + 0xc3d2e1f0u;
    struct uts_states states;
    int i;

    BOTH_UNROLL
    for (i = 0; i < 5; i++) {
        w[i] = none + parent.h[i];
    }
    w[5] = numbers + first;
    w[6] = none + 0x80000000u;
    BOTH_UNROLL
    for (i = 7; i < 15; i++) {
        w[i] = none;
    }
    w[15] = none + 24 * 8;
    SHA1_EIGHTY;
    a += 0x67452301u;
    b += 0xefcdab89u;
    c += 0x98badcfeu;
    d += 0x10325476u;
    e += 0xc3d2e1f0u;
    BOTH_STORE_LANES(states.h[0], a);
    BOTH_STORE_LANES(states.h[1], b);
    BOTH_STORE_LANES(states.h[2], c);
    BOTH_STORE_LANES(states.h[3], d);
    BOTH_STORE_LANES(states.h[4], e);
    return states;
}

static inline struct sha1_digest uts_state_in_lane(struct uts_states states, word32 lane)
{
    struct sha1_digest state = {
        {states.h[0][lane], states.h[1][lane], states.h[2][lane], states.h[3][lane], states.h[4][lane]}};

    return state;
}

#endif
