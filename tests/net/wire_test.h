/* A wire for tests, within a process: it brings what it is told to, late, not at all, or fails. */
#ifndef COOP_TESTS_NET_WIRE_TEST_H
#define COOP_TESTS_NET_WIRE_TEST_H

#include "host/net/wire.h"
#include <stdatomic.h>

/* How the next wire behaves. */
struct wire_test {
    struct coop_wire_opener opener; /* set by wire_test_init */
    uint32_t ranks;                 /* all say what this one says */
    uint32_t polls_least;           /* a gather takes so many polls */
    uint32_t polls_spread;          /* and up to so many more, at random from `seed` */
    uint64_t seed;
    uint32_t fails_at;        /* the n-th call fails, from 1 on; 0: none does */
    coop_status open_status;  /* of the opening */
    coop_status close_status; /* of the closing */
    atomic_int holds_open;    /* while it is 1, the opening does not return */
    atomic_int holds_close;   /* while it is 1, the closing does not return */
    atomic_int never_ends;    /* while it is 1, no gather is done; close then says so */
    atomic_uint calls;        /* begin and poll */
    atomic_uint opened;       /* wires */
    atomic_uint closed;       /* wires */
    atomic_int all_agreed;    /* what the last closing was told */
    atomic_uint forgotten;    /* openers */
};

/* One rank, nothing late. */
void wire_test_init(struct wire_test *test);

#endif
