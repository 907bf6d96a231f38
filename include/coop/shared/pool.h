/* The pool word: everything that decides how many work-groups an instance has, in one 64-bit atomic.
 *
 * Stands on: types.h. Used by: cl/pool.cl, cl/resize.cl and cl/scheduler.cl, tests and models (directly).
 * Each function below is a pure step from one value of the word to the next. Two steps are performed by one addition, because
 * all work-groups take them at once: an arrival and a return; the function says what follows from the value that
 * the addition found. All others are performed by compare-exchange: a caller repeats when it loses.
 *
 * Fields, 12 bits each, from bit 0: active (M), arrived at a plain barrier, arrived at a resizing barrier, returned, wish. Bit 60
 * says what the wish is: a grant of forks when it is set, else kills. Bit 62 says that the instance is suspended, bit 63 that it
 * may be.
 *
 * Invariants:
 *   P1  1 <= M <= N from launch to completion (S1).
 *   P2  kill_wanted and fork_granted are never both above zero: they are one field. A wish of nothing has bit 60 clear.
 *   P3  arrived + returned <= M, with arrived the sum of the two counters. The word is full when one of them is M, and the
 *       arrival that fills it is unique: it decides who completes the barrier. A full word changes by the completing
 *       step, which only that leader takes, and by the scheduler's wishes before it; by nothing else, since all active
 *       work-groups wait. Where an offer's kill leaves only those that wait, that step completes the barrier in the
 *       same value.
 *   P4  the instance is complete exactly when returned == M; the step that makes it so is unique.
 *   P5  kill_wanted <= M - 1: work-group 0 is never asked for (S3).
 *   P6  fork_granted never exceeds the cardinality of the instance's set of reserved slots (slot.h).
 *   P7  once returned > 0 no grant is made and none is taken, so that M only falls.
 *   P8  no addition carries into the next field: a work-group adds once to a counter until that is taken back, and M < 4096.
 *   P9  once both counters are above zero neither falls any more, and no barrier completes: who made it so reports it (S7).
 * And of an instance whose last work-group may be killed (bit 63, CK appendix B):
 *   P1b  M >= 1, or it is suspended. It is suspended exactly while all its work-groups but one have returned, and that one
 *        was killed and is parked: then M = returned, and nobody but the scheduler changes the word.
 *   P4b  it is complete exactly when returned == M and it is not suspended.
 *   P5b  kill_wanted <= M.
 *   P7b  M only falls after the first return, except that a resumption brings back the one that was parked.
 * Source: CK 3.1, 4.2 and appendix B; that barrier arrivals, returns and M share one word is this project's (decision 0003). */
#ifndef COOP_SHARED_POOL_H
#define COOP_SHARED_POOL_H

#include "coop/shared/types.h"

#define COOP_POOL_FIELD_BITS 12
#define COOP_POOL_FIELD_MASK 0xfffu
#define COOP_POOL_ACTIVE 0
#define COOP_POOL_ARRIVED_PLAIN 12 /* a field, and the kind of barrier */
#define COOP_POOL_ARRIVED_RESIZING 24
#define COOP_POOL_RETURNED 36
#define COOP_POOL_WISH 48 /* read and written by the functions below */
#define COOP_POOL_WISH_IS_GRANT ((coop_u64)1 << 60)
#define COOP_POOL_SUSPENDED ((coop_u64)1 << 62)
#define COOP_POOL_MAY_SUSPEND ((coop_u64)1 << 63) /* set at the launch, for good */

/* For an id: whoever calls, where work-groups end in any order. */
#define COOP_POOL_ANY_GROUP 0xffffffffu

/* What a step did. */
enum coop_pool_event {
    COOP_POOL_NOTHING,        /* the word is unchanged: no transition applies */
    COOP_POOL_DONE,           /* the transition, and nothing more */
    COOP_POOL_FULL,           /* ... and all wait at the barrier: the caller completes it */
    COOP_POOL_BARRIER,        /* ... and it completed the barrier that the others wait at */
    COOP_POOL_COMPLETE,       /* ... and the instance is complete */
    COOP_POOL_STUCK,          /* ... and the barrier can never complete: others have returned */
    COOP_POOL_SUSPENDS,       /* ... and no work-group is left that runs: the caller is parked */
    COOP_POOL_BARRIER_CLASHES /* ... and others wait at the other kind of barrier, which can never complete */
};

/* The next value of the word and what it means. `killed` and `forked` count work-groups that end and begin. */
struct coop_pool_step {
    coop_u64 word;
    coop_u32 event; /* enum coop_pool_event */
    coop_u32 killed;
    coop_u32 forked;
    coop_u32 pad0;
};

static inline coop_u32 coop_pool_get(coop_u64 word, coop_u32 field)
{
    return (coop_u32)(word >> field) & COOP_POOL_FIELD_MASK;
}

static inline coop_u64 coop_pool_with(coop_u64 word, coop_u32 field, coop_u32 value)
{
    coop_u64 cleared = word & ~((coop_u64)COOP_POOL_FIELD_MASK << field);
    return cleared | ((coop_u64)(value & COOP_POOL_FIELD_MASK) << field);
}

static inline coop_u64 coop_pool_one(coop_u32 field)
{
    return (coop_u64)1 << field;
}

static inline coop_u32 coop_pool_kill_wanted(coop_u64 word)
{
    return word & COOP_POOL_WISH_IS_GRANT ? 0 : coop_pool_get(word, COOP_POOL_WISH);
}

static inline coop_u32 coop_pool_fork_granted(coop_u64 word)
{
    return word & COOP_POOL_WISH_IS_GRANT ? coop_pool_get(word, COOP_POOL_WISH) : 0;
}

static inline coop_u64 coop_pool_with_kill_wanted(coop_u64 word, coop_u32 kills)
{
    return coop_pool_with(word, COOP_POOL_WISH, kills) & ~COOP_POOL_WISH_IS_GRANT;
}

static inline coop_u64 coop_pool_with_fork_granted(coop_u64 word, coop_u32 grant)
{
    word = coop_pool_with_kill_wanted(word, grant);
    return grant > 0 ? word | COOP_POOL_WISH_IS_GRANT : word;
}

/* At either kind of barrier. */
static inline coop_u32 coop_pool_arrived(coop_u64 word)
{
    return coop_pool_get(word, COOP_POOL_ARRIVED_PLAIN) + coop_pool_get(word, COOP_POOL_ARRIVED_RESIZING);
}

static inline coop_u64 coop_pool_launched(coop_u32 active)
{
    return coop_pool_with(0, COOP_POOL_ACTIVE, active);
}

static inline struct coop_pool_step coop_pool_unchanged(coop_u64 word)
{
    struct coop_pool_step step;
    step.word = word;
    step.event = COOP_POOL_NOTHING;
    step.killed = 0;
    step.forked = 0;
    step.pad0 = 0;
    return step;
}

/* The word is full: completes the barrier at which all active work-groups have arrived. A plain barrier only forgets the
 * arrivals. A resizing one also applies the scheduler's wish, at most `kills_max` kills at once (S6): M changes in the same
 * value in which the barrier completes, so nobody sees one without the other. */
static inline struct coop_pool_step coop_pool_complete_barrier(coop_u64 word, coop_u32 kills_max)
{
    struct coop_pool_step step = coop_pool_unchanged(word);
    coop_u32 active = coop_pool_get(word, COOP_POOL_ACTIVE);

    step.event = COOP_POOL_BARRIER;
    if (coop_pool_get(word, COOP_POOL_ARRIVED_RESIZING) > 0) {
        coop_u32 wanted = coop_pool_kill_wanted(word);
        coop_u32 kills = wanted < kills_max ? wanted : kills_max;

        step.killed = kills < active ? kills : active - 1;
        step.forked = coop_pool_fork_granted(word);
        word = coop_pool_with(word, COOP_POOL_ACTIVE, active - step.killed + step.forked);
        word = coop_pool_with_kill_wanted(word, wanted - step.killed);
    }
    word = coop_pool_with(word, COOP_POOL_ARRIVED_PLAIN, 0);
    step.word = coop_pool_with(word, COOP_POOL_ARRIVED_RESIZING, 0);
    return step;
}

/* What follows from arrivals, returns and M after a step. */
static inline coop_u32 coop_pool_outcome(coop_u64 word)
{
    coop_u32 active = coop_pool_get(word, COOP_POOL_ACTIVE);
    coop_u32 plain = coop_pool_get(word, COOP_POOL_ARRIVED_PLAIN);
    coop_u32 resizing = coop_pool_get(word, COOP_POOL_ARRIVED_RESIZING);
    coop_u32 returned = coop_pool_get(word, COOP_POOL_RETURNED);

    if (returned == active) {
        return COOP_POOL_COMPLETE;
    }
    if (plain + resizing == 0 || (plain > 0 && resizing > 0)) { /* P9: who made it so has said it */
        return COOP_POOL_DONE;
    }
    if (plain + resizing == active) {
        return COOP_POOL_FULL;
    }
    return plain + resizing + returned == active ? COOP_POOL_STUCK : COOP_POOL_DONE;
}

/* A work-group has arrived at a global barrier of kind COOP_POOL_ARRIVED_...: its addition of coop_pool_one(kind) found
 * `word`. */
static inline struct coop_pool_step coop_pool_arrive(coop_u64 word, coop_u32 kind)
{
    coop_u32 other = kind == COOP_POOL_ARRIVED_PLAIN ? COOP_POOL_ARRIVED_RESIZING : COOP_POOL_ARRIVED_PLAIN;
    struct coop_pool_step step = coop_pool_unchanged(word + coop_pool_one(kind));

    step.event = coop_pool_outcome(step.word);
    if (coop_pool_get(word, other) > 0) {
        step.event = COOP_POOL_BARRIER_CLASHES;
    }
    return step;
}

/* Is it work-group `group_id`'s turn to be killed? The highest-numbered one's; where any may go, that of all but the last one
 * that has not returned. */
static inline int coop_pool_may_kill(coop_u64 word, coop_u32 group_id)
{
    coop_u32 active = coop_pool_get(word, COOP_POOL_ACTIVE);

    if (group_id == COOP_POOL_ANY_GROUP) {
        return active - coop_pool_get(word, COOP_POOL_RETURNED) > 1;
    }
    return active > 1 && group_id == active - 1;
}

/* The last work-group that has not returned is killed (S1b): the instance is suspended. Nobody waits at a barrier, since it
 * would not have returned. The caller has parked its frame before it publishes the word. */
static inline struct coop_pool_step coop_pool_suspend(struct coop_pool_step step)
{
    step.word = coop_pool_with(step.word, COOP_POOL_ACTIVE, coop_pool_get(step.word, COOP_POOL_RETURNED));
    step.word = coop_pool_with_kill_wanted(step.word, 0) | COOP_POOL_SUSPENDED;
    step.event = COOP_POOL_SUSPENDS;
    step.killed = 1;
    return step;
}

/* Work-group `group_id`, or COOP_POOL_ANY_GROUP, offers itself (S3). Its leaving can complete the barrier at which all the
 * others wait, and even the instance when all the others have returned, unless that suspends it. */
static inline struct coop_pool_step coop_pool_offer_kill(coop_u64 word, coop_u32 group_id, coop_u32 kills_max)
{
    struct coop_pool_step step = coop_pool_unchanged(word);
    coop_u32 active = coop_pool_get(word, COOP_POOL_ACTIVE);
    coop_u32 wanted = coop_pool_kill_wanted(word);

    if (wanted == 0) {
        return step;
    }
    if ((word & COOP_POOL_MAY_SUSPEND) && active - coop_pool_get(word, COOP_POOL_RETURNED) == 1) {
        return coop_pool_suspend(step);
    }
    if (!coop_pool_may_kill(word, group_id)) {
        return step;
    }
    step.word = coop_pool_with(word, COOP_POOL_ACTIVE, active - 1);
    step.word = coop_pool_with_kill_wanted(step.word, wanted - 1);
    step.event = coop_pool_outcome(step.word);
    if (step.event == COOP_POOL_FULL) {
        step = coop_pool_complete_barrier(step.word, kills_max);
    }
    step.killed++;
    return step;
}

/* The scheduler resumes a suspended instance with the work-group that was parked. */
static inline coop_u64 coop_pool_resumed(coop_u64 word)
{
    word = coop_pool_with(word, COOP_POOL_ACTIVE, coop_pool_get(word, COOP_POOL_ACTIVE) + 1);
    return word & ~COOP_POOL_SUSPENDED;
}

static inline int coop_pool_is_complete(coop_u64 word)
{
    return coop_pool_get(word, COOP_POOL_RETURNED) == coop_pool_get(word, COOP_POOL_ACTIVE) &&
           !(word & COOP_POOL_SUSPENDED);
}

/* A work-group takes all that is granted (S4): the new ones are M .. M+forked-1. Nothing once another one has returned (P7):
 * the scheduler takes such a grant back. */
static inline struct coop_pool_step coop_pool_request_fork(coop_u64 word)
{
    struct coop_pool_step step = coop_pool_unchanged(word);
    coop_u32 granted = coop_pool_fork_granted(word);

    if (granted == 0 || coop_pool_get(word, COOP_POOL_RETURNED) > 0) {
        return step;
    }
    step.word = coop_pool_with(word, COOP_POOL_ACTIVE, coop_pool_get(word, COOP_POOL_ACTIVE) + granted);
    step.word = coop_pool_with_fork_granted(step.word, 0);
    step.event = COOP_POOL_DONE;
    step.forked = granted;
    return step;
}

/* A work-group has reached the end of its kernel: its addition of coop_pool_one(COOP_POOL_RETURNED) found `word`. */
static inline struct coop_pool_step coop_pool_return(coop_u64 word)
{
    struct coop_pool_step step = coop_pool_unchanged(word + coop_pool_one(COOP_POOL_RETURNED));

    step.event = coop_pool_outcome(step.word);
    return step;
}

/* The scheduler states its wish: `target` work-groups, of which at most `free_slots` can be added beyond what is
 * granted already. The caller has put the slots of a larger grant into the reserved set before it publishes the word
 * (P6), and takes those of a smaller one out after. */
static inline coop_u64 coop_pool_retarget(coop_u64 word, coop_u32 target, coop_u32 free_slots)
{
    coop_u32 active = coop_pool_get(word, COOP_POOL_ACTIVE);
    coop_u32 returned = coop_pool_get(word, COOP_POOL_RETURNED);
    coop_u32 granted = coop_pool_fork_granted(word);
    coop_u32 least = word & COOP_POOL_MAY_SUSPEND ? 0 : 1; /* P5, P5b */
    coop_u32 kills = 0;
    coop_u32 grant = 0;

    if (word & COOP_POOL_SUSPENDED) {
        return word;
    }
    if (target < active) {
        kills = active - (target > least ? target : least);
    } else if (returned == 0) {
        grant = target - active;
        grant = grant < granted + free_slots ? grant : granted + free_slots;
    }
    return grant > 0 ? coop_pool_with_fork_granted(word, grant) : coop_pool_with_kill_wanted(word, kills);
}

/* The release word of an instance tells the waiting work-groups that a barrier is complete: generation in the upper
 * 48 bits, M after the barrier in the lower 16, in one store, so that nobody reads one without the other.
 *   R1  the generation only grows, over all the instances that use the same table entry.
 *   R2  a work-group knows its own generation; it never reads it back from memory when it arrives.
 *   R3  a work-group that waits with generation g lives on exactly when it sees g + 1 and its id is below M.
 *       A later generation can only be seen by a work-group that ended at the barrier, since a survivor
 *       would have had to arrive there. */
static inline coop_u64 coop_release_make(coop_u64 generation, coop_u32 active)
{
    return (generation << 16) | active;
}

static inline coop_u64 coop_release_generation(coop_u64 release)
{
    return release >> 16;
}

static inline coop_u32 coop_release_active(coop_u64 release)
{
    return (coop_u32)(release & 0xffffu);
}

static inline int coop_release_survives(coop_u64 release, coop_u64 generation, coop_u32 group_id)
{
    return coop_release_generation(release) == generation + 1 && group_id < coop_release_active(release);
}

#endif
