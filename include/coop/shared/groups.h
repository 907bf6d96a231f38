/* The group-count word: everything that decides how many work-groups an instance has, in one 64-bit atomic.
 *
 * Stands on: types.h, limits.h. Used by: cl/groups.cl, cl/resize.cl and cl/scheduler.cl, tests and models
 * (directly). Each function below is a pure step from one value of the word to the next. Three steps are
 * performed by one addition: an arrival and a return, because all work-groups take them at once, and what
 * follows from them the function says by the value that the addition found; and the forgetting of a
 * barrier's arrivals, because all work-groups wait for what would stand behind it. All others are performed
 * by compare-exchange: a caller repeats when it loses.
 *
 * Fields, 11 bits each, from bit 0: active (M), arrived at a barrier after an even number of barriers,
 * arrived after an odd number, returned, request. Bits 55 and 56, for even and odd, say that the barrier is a
 * resizing one. Bit 60 says what the request is: a grant of forks when it is set, else kills. Bit 62 says
 * that the instance is suspended, bit 63 that it may be.
 *
 * A *phase* is the number of barriers that are complete. A work-group that runs knows it (R2); those
 * that have arrived wait at the same one, since it cannot end without the one that runs. Arrivals of
 * phase g count in the field of g's parity, and of the other one nobody takes notice.
 *
 * Invariants:
 *   P1  1 <= M <= N from launch to completion (S1).
 *   P2  kill_wanted and fork_granted are never both above zero: they are one field. A request of nothing has
 *       bit 60 clear.
 *   P3  arrived + returned <= M, with arrived of the present phase. The word is full when arrived is M,
 *       and the arrival that fills it is unique: it decides who completes the barrier. If that barrier leaves
 *       M as it is, the arrival has completed it; only the phase word has to say so. If it changes M, a
 *       second step does, in the value that takes the arrivals back, so that nobody sees one without the
 *       other; until then the word changes by the scheduler's requests and by nothing else, since all active
 *       work-groups wait. Where an offer's kill leaves only those that wait, that step completes the barrier
 *       in the same value.
 *   P4  the instance is complete exactly when returned == M; the step that makes it so is unique.
 *   P5  kill_wanted <= M - 1: work-group 0 is never asked for (S3).
 *   P6  fork_granted never exceeds the cardinality of the instance's set of reserved slots (slot.h).
 *   P7  once returned > 0 no grant is made and none is taken, so that M only falls.
 *   P8  no addition carries into the next field, or borrows from it: a work-group adds once to a counter
 *       until that is taken back, and M < 2048. The arrivals of a barrier that left M as it is are taken back
 *       by the one that completed it, before its next step of the word. Until then nobody adds to their
 *       field: the next but one barrier's arrivals begin after the next barrier is complete, for which the
 *       completer has arrived or ended. So field and bit hold exactly what is subtracted.
 *   P9  the kind of a barrier is that of work-group 0's arrival, which adds the bit; it is at every barrier
 *       that completes, since it ends last (S3). Who stands at another kind learns it from the value that its
 *       arrival found or from the phase word, and reports it (S7): the word can complete such a barrier,
 *       and no work-group that has learnt of it goes on.
 *  P10  A plain barrier changes no M, so that whoever waits there is needed at the next one, and its own
 *       arrival is in the counter until all are taken back. So the counter says whether the barrier is
 *       complete (coop_groups_completed): it is M then, or more if an offer behind the barrier has lowered M,
 *       or zero. Who reads M off it has the M of the completion.
 * And of an instance whose last work-group may be killed (bit 63, CK appendix B):
 *   P1b  M >= 1, or it is suspended. It is suspended exactly while all its work-groups but one have returned,
 *        and that one was killed and is parked: then M = returned, and nobody but the scheduler changes the
 *        word.
 *   P4b  it is complete exactly when returned == M and it is not suspended.
 *   P5b  kill_wanted <= M.
 *   P7b  M only falls after the first return, except that a resumption brings back the one that was parked.
 * Source: CK 3.1, 4.2 and appendix B; that barrier arrivals, returns and M share one word is this project's
 * (decision 0003). */
#ifndef COOP_SHARED_GROUPS_H
#define COOP_SHARED_GROUPS_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

#define COOP_GROUPS_FIELD_BITS 11
#define COOP_GROUPS_FIELD_MASK 0x7ffu
#define COOP_GROUPS_ACTIVE 0
#define COOP_GROUPS_ARRIVED_EVEN 11 /* these two are found by phase: coop_groups_arrived_field */
#define COOP_GROUPS_ARRIVED_ODD 22
#define COOP_GROUPS_RETURNED 33
#define COOP_GROUPS_REQUEST 44 /* read and written by the functions below */
COOP_STATIC_ASSERT(COOP_GROUPS_FIELD_MASK == (1u << COOP_GROUPS_FIELD_BITS) - 1u,
                   "the mask is as wide as a field");
COOP_STATIC_ASSERT(COOP_SLOTS_MAX - 1 <= COOP_GROUPS_FIELD_MASK,
                   "a field counts all slots but the scheduler's");
#define COOP_GROUPS_RESIZING_EVEN ((coop_u64)1 << 55)
#define COOP_GROUPS_RESIZING_ODD ((coop_u64)1 << 56)
#define COOP_GROUPS_REQUEST_IS_GRANT ((coop_u64)1 << 60)
#define COOP_GROUPS_SUSPENDED ((coop_u64)1 << 62)
#define COOP_GROUPS_MAY_SUSPEND ((coop_u64)1 << 63) /* set at the launch, for good */

/* For an id: whoever calls, where work-groups end in any order. */
#define COOP_GROUPS_ANY_GROUP 0xffffffffu

/* What a step did. */
enum coop_groups_event {
    COOP_GROUPS_NOTHING, /* the word is unchanged: no transition applies */
    COOP_GROUPS_DONE,    /* the transition, and nothing more */
    /* ... and all wait at the barrier: the caller completes it, or has (coop_groups_keeps_active) */
    COOP_GROUPS_FULL,
    COOP_GROUPS_BARRIER,  /* ... and it completed the barrier that the others wait at */
    COOP_GROUPS_COMPLETE, /* ... and the instance is complete */
    COOP_GROUPS_STUCK,    /* ... and the barrier can never complete: others have returned */
    COOP_GROUPS_SUSPENDS, /* ... and no work-group is left that runs: the caller is parked */
    /* ... and others wait at the other kind of barrier, which can never complete */
    COOP_GROUPS_BARRIER_CLASHES
};

/* The next value of the word and what it means. `killed` and `forked` count work-groups that end and
 * begin. */
struct coop_groups_step {
    coop_u64 word;
    coop_u32 event; /* enum coop_groups_event */
    coop_u32 killed;
    coop_u32 forked;
    coop_u32 resizes; /* BARRIER: it is a resizing one */
};

static inline coop_u32 coop_groups_get(coop_u64 word, coop_u32 field)
{
    return (coop_u32)(word >> field) & COOP_GROUPS_FIELD_MASK;
}

static inline coop_u64 coop_groups_with(coop_u64 word, coop_u32 field, coop_u32 value)
{
    coop_u64 cleared = word & ~((coop_u64)COOP_GROUPS_FIELD_MASK << field);
    return cleared | ((coop_u64)(value & COOP_GROUPS_FIELD_MASK) << field);
}

static inline coop_u64 coop_groups_one(coop_u32 field)
{
    return (coop_u64)1 << field;
}

static inline coop_u32 coop_groups_kill_wanted(coop_u64 word)
{
    return word & COOP_GROUPS_REQUEST_IS_GRANT ? 0 : coop_groups_get(word, COOP_GROUPS_REQUEST);
}

static inline coop_u32 coop_groups_fork_granted(coop_u64 word)
{
    return word & COOP_GROUPS_REQUEST_IS_GRANT ? coop_groups_get(word, COOP_GROUPS_REQUEST) : 0;
}

static inline coop_u64 coop_groups_with_kill_wanted(coop_u64 word, coop_u32 kills)
{
    return coop_groups_with(word, COOP_GROUPS_REQUEST, kills) & ~COOP_GROUPS_REQUEST_IS_GRANT;
}

static inline coop_u64 coop_groups_with_fork_granted(coop_u64 word, coop_u32 grant)
{
    word = coop_groups_with_kill_wanted(word, grant);
    return grant > 0 ? word | COOP_GROUPS_REQUEST_IS_GRANT : word;
}

static inline coop_u32 coop_groups_arrived_field(coop_u64 phase)
{
    return phase & 1 ? COOP_GROUPS_ARRIVED_ODD : COOP_GROUPS_ARRIVED_EVEN;
}

/* At the barrier that follows `phase` barriers. */
static inline coop_u32 coop_groups_arrived(coop_u64 word, coop_u64 phase)
{
    return coop_groups_get(word, coop_groups_arrived_field(phase));
}

static inline coop_u64 coop_groups_resizing_bit(coop_u64 phase)
{
    return phase & 1 ? COOP_GROUPS_RESIZING_ODD : COOP_GROUPS_RESIZING_EVEN;
}

/* Has work-group 0 arrived there, and at a resizing barrier (P9)? */
static inline int coop_groups_resizes(coop_u64 word, coop_u64 phase)
{
    return (word & coop_groups_resizing_bit(phase)) != 0;
}

/* What the arrival of work-group `group_id` adds. */
static inline coop_u64 coop_groups_arrival(coop_u64 phase, int resizes, coop_u32 group_id)
{
    coop_u64 one = coop_groups_one(coop_groups_arrived_field(phase));
    return resizes && group_id == 0 ? one | coop_groups_resizing_bit(phase) : one;
}

/* The word without the arrivals of `phase`. */
static inline coop_u64 coop_groups_forget(coop_u64 word, coop_u64 phase)
{
    return coop_groups_with(word, coop_groups_arrived_field(phase), 0) & ~coop_groups_resizing_bit(phase);
}

static inline coop_u64 coop_groups_launched(coop_u32 active)
{
    return coop_groups_with(0, COOP_GROUPS_ACTIVE, active);
}

static inline struct coop_groups_step coop_groups_unchanged(coop_u64 word)
{
    struct coop_groups_step step;
    step.word = word;
    step.event = COOP_GROUPS_NOTHING;
    step.killed = 0;
    step.forked = 0;
    step.resizes = 0;
    return step;
}

/* The word is full: completes the barrier at which all active work-groups have arrived. A plain barrier only
 * forgets the arrivals. A resizing one also applies the scheduler's request, at most `kills_max` kills at
 * once (S6), in the same value (P3). */
static inline struct coop_groups_step coop_groups_complete_barrier(coop_u64 word, coop_u64 phase,
                                                                   coop_u32 kills_max)
{
    struct coop_groups_step step = coop_groups_unchanged(coop_groups_forget(word, phase));
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);

    step.event = COOP_GROUPS_BARRIER;
    if (coop_groups_resizes(word, phase)) {
        coop_u32 wanted = coop_groups_kill_wanted(word);
        coop_u32 kills = wanted < kills_max ? wanted : kills_max;

        step.resizes = 1;
        step.killed = kills < active ? kills : active - 1;
        step.forked = coop_groups_fork_granted(word);
        if (step.killed + step.forked > 0) {
            step.word = coop_groups_with(step.word, COOP_GROUPS_ACTIVE, active - step.killed + step.forked);
            step.word = coop_groups_with_kill_wanted(step.word, wanted - step.killed);
        }
    }
    return step;
}

/* Does the completing `step` leave M as it is? Then the arrival that filled the word has completed the
 * barrier. */
static inline int coop_groups_keeps_active(struct coop_groups_step step)
{
    return step.killed + step.forked == 0;
}

/* What is added to the word, at any time before the completer's next step, to take back the arrivals of a
 * barrier that left M as it is (P8). `word` is what the last arrival left. */
static inline coop_u64 coop_groups_forgetting(coop_u64 word, coop_u64 phase)
{
    return coop_groups_forget(word, phase) - word;
}

/* What who waits at the plain barrier after `phase` barriers reads off the word (P10): M at its
 * completion; that the arrivals have been taken back, and M is in the phase word; or 0. Then the
 * barrier is not complete, or a request behind it has raised M, and the arrivals are about to be taken
 * back. */
#define COOP_GROUPS_TAKEN_BACK 0xffffffffu
static inline coop_u32 coop_groups_completed(coop_u64 word, coop_u64 phase)
{
    coop_u32 arrived = coop_groups_arrived(word, phase);

    if (arrived == 0) {
        return COOP_GROUPS_TAKEN_BACK;
    }
    return arrived >= coop_groups_get(word, COOP_GROUPS_ACTIVE) ? arrived : 0;
}

/* What follows from arrivals after `phase` barriers, returns and M after a step. */
static inline coop_u32 coop_groups_outcome(coop_u64 word, coop_u64 phase)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    coop_u32 arrived = coop_groups_arrived(word, phase);
    coop_u32 returned = coop_groups_get(word, COOP_GROUPS_RETURNED);

    if (returned == active) {
        return COOP_GROUPS_COMPLETE;
    }
    if (arrived == 0) {
        return COOP_GROUPS_DONE;
    }
    if (arrived == active) {
        return COOP_GROUPS_FULL;
    }
    return arrived + returned == active ? COOP_GROUPS_STUCK : COOP_GROUPS_DONE;
}

/* Work-group `group_id` has arrived at a global barrier, a resizing one if it `resizes`: its addition of
 * coop_groups_arrival found `word`. */
static inline struct coop_groups_step coop_groups_arrive(coop_u64 word, coop_u64 phase, int resizes,
                                                         coop_u32 group_id)
{
    struct coop_groups_step step =
        coop_groups_unchanged(word + coop_groups_arrival(phase, resizes, group_id));

    step.event = coop_groups_outcome(step.word, phase);
    /* Without the bit, only a full word says that work-group 0 is there. */
    if (resizes ? step.event == COOP_GROUPS_FULL && !coop_groups_resizes(step.word, phase)
                : coop_groups_resizes(step.word, phase)) {
        step.event = COOP_GROUPS_BARRIER_CLASHES;
    }
    return step;
}

/* Is it work-group `group_id`'s turn to be killed? The highest-numbered one's; where any may go, that of all
 * but the last one that has not returned. */
static inline int coop_groups_may_kill(coop_u64 word, coop_u32 group_id)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);

    if (group_id == COOP_GROUPS_ANY_GROUP) {
        return active - coop_groups_get(word, COOP_GROUPS_RETURNED) > 1;
    }
    return active > 1 && group_id == active - 1;
}

/* The last work-group that has not returned is killed (S1b): the instance is suspended. Nobody waits at a
 * barrier, since it would not have returned. The caller has parked its frame before it publishes the word. */
static inline struct coop_groups_step coop_groups_suspend(struct coop_groups_step step)
{
    step.word =
        coop_groups_with(step.word, COOP_GROUPS_ACTIVE, coop_groups_get(step.word, COOP_GROUPS_RETURNED));
    step.word = coop_groups_with_kill_wanted(step.word, 0) | COOP_GROUPS_SUSPENDED;
    step.event = COOP_GROUPS_SUSPENDS;
    step.killed = 1;
    return step;
}

/* Work-group `group_id`, or COOP_GROUPS_ANY_GROUP, offers itself after `phase` barriers (S3). Its leaving
 * can complete the barrier at which all the others wait, and even the instance when all the others have
 * returned, unless that suspends it. */
static inline struct coop_groups_step coop_groups_offer_kill(coop_u64 word, coop_u64 phase, coop_u32 group_id,
                                                             coop_u32 kills_max)
{
    struct coop_groups_step step = coop_groups_unchanged(word);
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    coop_u32 wanted = coop_groups_kill_wanted(word);

    if (wanted == 0) {
        return step;
    }
    if ((word & COOP_GROUPS_MAY_SUSPEND) && active - coop_groups_get(word, COOP_GROUPS_RETURNED) == 1) {
        return coop_groups_suspend(step);
    }
    if (!coop_groups_may_kill(word, group_id)) {
        return step;
    }
    step.word = coop_groups_with(word, COOP_GROUPS_ACTIVE, active - 1);
    step.word = coop_groups_with_kill_wanted(step.word, wanted - 1);
    step.event = coop_groups_outcome(step.word, phase);
    if (step.event == COOP_GROUPS_FULL) {
        step = coop_groups_complete_barrier(step.word, phase, kills_max);
    }
    step.killed++;
    return step;
}

/* The scheduler resumes a suspended instance with the work-group that was parked. */
static inline coop_u64 coop_groups_resumed(coop_u64 word)
{
    word = coop_groups_with(word, COOP_GROUPS_ACTIVE, coop_groups_get(word, COOP_GROUPS_ACTIVE) + 1);
    return word & ~COOP_GROUPS_SUSPENDED;
}

static inline int coop_groups_is_complete(coop_u64 word)
{
    return coop_groups_get(word, COOP_GROUPS_RETURNED) == coop_groups_get(word, COOP_GROUPS_ACTIVE) &&
           !(word & COOP_GROUPS_SUSPENDED);
}

/* A work-group takes all that is granted (S4): the new ones are M .. M+forked-1. Nothing once another one has
 * returned (P7): the scheduler takes such a grant back. */
static inline struct coop_groups_step coop_groups_request_fork(coop_u64 word)
{
    struct coop_groups_step step = coop_groups_unchanged(word);
    coop_u32 granted = coop_groups_fork_granted(word);

    if (granted == 0 || coop_groups_get(word, COOP_GROUPS_RETURNED) > 0) {
        return step;
    }
    step.word =
        coop_groups_with(word, COOP_GROUPS_ACTIVE, coop_groups_get(word, COOP_GROUPS_ACTIVE) + granted);
    step.word = coop_groups_with_fork_granted(step.word, 0);
    step.event = COOP_GROUPS_DONE;
    step.forked = granted;
    return step;
}

/* A work-group has reached the end of its kernel after `phase` barriers: its addition of
 * coop_groups_one(COOP_GROUPS_RETURNED) found `word`. */
static inline struct coop_groups_step coop_groups_return(coop_u64 word, coop_u64 phase)
{
    struct coop_groups_step step = coop_groups_unchanged(word + coop_groups_one(COOP_GROUPS_RETURNED));

    step.event = coop_groups_outcome(step.word, phase);
    return step;
}

/* The scheduler states its request: `target` work-groups, of which at most `free_slots` can be added beyond
 * what is granted already. The caller has put the slots of a larger grant into the reserved set before it
 * publishes the word (P6), and takes those of a smaller one out after. */
static inline coop_u64 coop_groups_retarget(coop_u64 word, coop_u32 target, coop_u32 free_slots)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    coop_u32 returned = coop_groups_get(word, COOP_GROUPS_RETURNED);
    coop_u32 granted = coop_groups_fork_granted(word);
    coop_u32 least = word & COOP_GROUPS_MAY_SUSPEND ? 0 : 1; /* P5, P5b */
    coop_u32 kills = 0;
    coop_u32 grant = 0;

    if (word & COOP_GROUPS_SUSPENDED) {
        return word;
    }
    if (target < active) {
        kills = active - (target > least ? target : least);
    } else if (returned == 0) {
        grant = target - active;
        grant = grant < granted + free_slots ? grant : granted + free_slots;
    }
    return grant > 0 ? coop_groups_with_fork_granted(word, grant) : coop_groups_with_kill_wanted(word, kills);
}

#endif
