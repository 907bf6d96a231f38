/* The states of a group-count word and its work-groups that can be reached: a set that is explored while it
 * grows. Of one at a time; one thread. */
#ifndef COOP_TESTS_UNIT_GROUPS_STATES_H
#define COOP_TESTS_UNIT_GROUPS_STATES_H

#include "coop/shared/groups.h"
#include <stddef.h>

enum { LIMIT = 4, WORKERS = 5 };

enum doing {
    ABSENT,
    RUNS,
    WAITS,
    COMPLETES, /* has filled the word, and the barrier is to change M */
    RELEASES,  /* has filled the word, and the barrier leaves M as it is */
    FORGETS,   /* has told the others, and is to take the arrivals back */
    RETURNED,
    PARKED,
    CLAIMED,   /* has claimed a kill that was granted, and is to settle it */
    TAKES_BACK /* ... that was not */
};

struct state {
    coop_u64 word;
    coop_u64 forgetting; /* to be added by the one that FORGETS */
    coop_u32 free_slots;
    unsigned char phase;        /* 0 or 1 */
    unsigned char kind;         /* of the barrier that some wait at, as each test has it */
    unsigned char doing[LIMIT]; /* of each id */
};

/* Empties the set. */
void groups_states_begin(void);

/* Puts a state in, if it is not there; ends the program when there is no room, since the exploration would be
 * a part only. */
void groups_states_add(const struct state *state);

/* In the order in which they came. */
size_t groups_states_count(void);
struct state groups_states_at(size_t index);

/* Frees the set. An exploration that goes nowhere is a failed check: it proves nothing. */
void groups_states_end(void);

static inline coop_u32 get(const struct state *state, coop_u32 field)
{
    return coop_groups_get(state->word, field);
}

/* How many work-groups do this. */
static inline coop_u32 count(const struct state *state, enum doing doing)
{
    coop_u32 number = 0;

    for (int i = 0; i < LIMIT; i++) {
        number += state->doing[i] == doing;
    }
    return number;
}

#endif
