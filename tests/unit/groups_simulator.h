/* A simulator of the device protocol around the group-count word: worker slots and the scheduler as state
 * machines that take turns at random, one access to shared memory a turn. It follows cl/resize.cl,
 * cl/barrier.cl and cl/scheduler.cl step by step on the steps of shared/groups.h, keeps ghost state that no
 * machine reads, and compares the two after every turn.
 *
 * The kernel of every instance: for each round { offer_kill; request_fork; a barrier }, then return; the
 * switches say which of them it has. One table entry is used by one instance after the other, as on the
 * device (R1). */
#ifndef COOP_TESTS_UNIT_GROUPS_SIMULATOR_H
#define COOP_TESTS_UNIT_GROUPS_SIMULATOR_H

#include <stdint.h>

/* Weakened protocols: each is a trap of DESIGN 8, and the simulator must see it. */
enum simulator_trap {
    TRAP_NONE,
    TRAP_PHASE_READ_BACK,           /* 1: a joining work-group takes its phase from the phase word */
    TRAP_OLDER_PHASE_COUNTS,        /* 1: a waiter goes on at any phase but its own, also an older one */
    TRAP_ANY_PHASE_COUNTS,          /* 2: a waiter looks at M alone */
    TRAP_RESERVED_SLOTS_ARE_LOST,   /* 3: completion leaves the reserved set alone */
    TRAP_COMPLETER_BY_A_LATER_LOOK, /* P3: who arrives reads the word again to learn whether it is full */
    TRAP_COMPLETES_WITHOUT_A_LOOK, /* P3: the completer overwrites what the scheduler has changed meanwhile */
    /* P3: M changes in the value in which the arrivals are taken back, also behind the release */
    TRAP_M_CHANGES_LATE,
    TRAP_ARRIVALS_STAY, /* P8: nobody takes the arrivals back */
    /* P10: who waits at a plain barrier goes on with the M that it finds when it looks */
    TRAP_M_BY_A_LATER_LOOK,
    TRAP_WAITS_FOR_A_FULL_WORD, /* P10: ... does not know that arrivals that were taken back were complete */
    TRAP_REQUEST_IS_TAKEN_BACK, /* P11: the scheduler takes back a request that a full word follows */
    TRAP_REQUEST_IS_NOT_SEEN,   /* P11: who waits at a resizing barrier does not look for a request */
    TRAP_LEAVING_IS_NOT_SEEN,   /* P12: ... nor whether some may not know of their end */
    TRAP_LEAVING_IS_CLEARED     /* P12: the next completer says that all know */
};

struct simulator_setup {
    uint64_t seed;
    uint32_t workers; /* 1..8 */
    uint32_t limit;   /* of work-groups of an instance, at most `workers` */
    uint32_t instances;
    uint32_t rounds;
    uint32_t kills_max;
    int offers;
    int requests;
    int barriers; /* 0 none, 1 plain, 2 resizing, 3 alternating */
    enum simulator_trap trap;
};

struct simulator_result {
    char broken[160]; /* the first invariant that did not hold, or "" */
    uint64_t turns;
    uint64_t kills;
    uint64_t forks;
    uint64_t barriers;
    uint64_t late;          /* arrivals taken back when some had come to the next barrier */
    uint64_t readers_of_m;  /* who looked when the arrivals had been taken back, or could have ended */
    uint64_t interferences; /* completing exchanges that the scheduler's made fail */
};

struct simulator_result simulator_run(const struct simulator_setup *setup);

#endif
