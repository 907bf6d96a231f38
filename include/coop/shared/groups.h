/* The group-count word: everything that decides how many work-groups an instance has, in one 64-bit atomic.
 *
 * Stands on: types.h, limits.h. Used by: cl/groups.cl, cl/resize.cl and cl/scheduler.cl, tests and models
 * (directly). Each function below is a pure step from one value of the word to the next. One addition
 * performs each of three steps. Two are an arrival and a return, because all work-groups take them at once;
 * their functions compute the step's outcome from the value that the addition found. The third is the
 * forgetting of a barrier's arrivals, because all work-groups would wait for a compare-exchange there.
 * Compare-exchange performs all other steps: a caller repeats when it loses.
 *
 * Fields, 11 bits each, from bit 0: active (M), arrived at a barrier after an even number of barriers,
 * arrived after an odd number, returned, request. Bits 55 and 56, for even and odd, say that the barrier is a
 * resizing one. Bit 57 says that work-groups which a barrier has ended may not know it yet. Bit 60 says what
 * the request is: a grant of forks when it is set, else kills. Bit 61 belongs to claim.h. Bit 62 says that
 * the instance is suspended, bit 63 that it may be.
 *
 * A *phase* is the number of barriers that are complete. A work-group that runs knows its phase (R2). Those
 * that have arrived wait at the barrier of the same phase, since that phase cannot end without the work-group
 * that runs. Arrivals of phase g count in the field of g's parity; no step of that phase reads the other
 * field.
 *
 * Invariants:
 *   P1  1 <= M <= N from launch to completion (S1).
 *   P2  kill_wanted and fork_granted are never both above zero: they are one field. When the request is zero,
 *       bit 60 is clear.
 *   P3  arrived + returned <= M, with arrived of the present phase. The word is full when arrived is M, and
 *       the arrival that fills it is unique: its work-group completes the barrier. If that barrier leaves M
 *       as it is, the arrival has completed it, and the completer only has to store the phase word. If the
 *       barrier changes M, a second step completes it, and takes the arrivals back in the same value, so that
 *       no reader sees one without the other; until then only the scheduler's requests change the word, since
 *       all active work-groups wait. When the kill at an offer leaves only work-groups that wait, the step of
 *       that kill completes the barrier in the same value.
 *   P4  the instance is complete exactly when returned == M; the step that makes it so is unique.
 *   P5  kill_wanted <= M - 1: the scheduler never requests the kill of work-group 0 (S3).
 *   P6  fork_granted never exceeds the cardinality of the instance's set of reserved slots (slot.h).
 *   P7  once returned > 0, the scheduler makes no grant and no work-group takes one, so that M only falls.
 *   P8  no addition carries into the next field, or borrows from it: a work-group adds once to a counter
 *       until that addition is taken back, and M < 2048. When a barrier left M as it is, its completer takes
 *       the arrivals back before its own next step of the word. Until then no work-group adds to their field:
 *       that field serves the next barrier but one, whose arrivals begin after the next barrier is complete,
 *       and the completer has arrived at that one or ended before. So field and bit hold exactly what the
 *       completer subtracts.
 *   P9  the kind of a barrier is that of work-group 0's arrival, which adds the bit; work-group 0 is at every
 *       barrier that completes, since it ends last (S3). A work-group at a barrier of the other kind learns
 *       so from the value that its arrival found or from the phase word, and reports a failure (S7). The word
 *       can complete such a barrier, but no work-group that has learnt of the failure goes on.
 *  P10  a barrier that leaves M as it is ends no work-group. So the next barrier needs every work-group that
 *       waits there, and the counter holds each one's arrival until all are taken back. So the counter shows
 *       whether the barrier is complete (coop_groups_completed): it is M then, or more if an offer behind
 *       the barrier has lowered M, or zero. A work-group that reads M off the counter has the M of the
 *       completion.
 *  P11  a full word of a resizing barrier whose request is to change M keeps a request: the scheduler may
 *       change its number and its kind, but does not take it back. So a full word without a request leaves M
 *       as it is, whoever looks.
 *  P12  bit 57 is set from the step in which a resizing barrier ends work-groups until each of them has
 *       learnt so (instance->leaving), at later launches too. So whoever a barrier has ended finds the bit
 *       set, however late it looks, and does not take a later barrier's arrivals for its own barrier's.
 * And of an instance whose last work-group may be killed (bit 63, CK appendix B):
 *   P1b  M >= 1, or it is suspended. It is suspended exactly while all its work-groups but one have returned,
 *        and that one was killed and is parked: then M = returned, and only the scheduler changes the word.
 *   P4b  it is complete exactly when returned == M and it is not suspended.
 *   P5b  kill_wanted <= M.
 *   P7b  after the first return M only falls, except that a resumption brings back the parked work-group.
 * Source: CK 3.1, 4.2 and appendix B; this project adds that barrier arrivals, returns and M share one word
 * (decision 0003). */
#ifndef COOP_SHARED_GROUPS_H
#define COOP_SHARED_GROUPS_H

#include "coop/shared/limits.h"
#include "coop/shared/types.h"

#define COOP_GROUPS_FIELD_BITS 11
#define COOP_GROUPS_FIELD_MASK 0x7ffu
#define COOP_GROUPS_ACTIVE 0
#define COOP_GROUPS_ARRIVED_EVEN 11 /* coop_groups_arrived_field chooses between these two by the phase */
#define COOP_GROUPS_ARRIVED_ODD 22
#define COOP_GROUPS_RETURNED 33
#define COOP_GROUPS_REQUEST 44 /* read and written by the functions below */
COOP_STATIC_ASSERT(COOP_GROUPS_FIELD_MASK == (1u << COOP_GROUPS_FIELD_BITS) - 1u,
                   "the mask is as wide as a field");
COOP_STATIC_ASSERT(COOP_SLOTS_MAX - 1 <= COOP_GROUPS_FIELD_MASK,
                   "a field counts all slots but the scheduler's");
#define COOP_GROUPS_RESIZING_EVEN ((coop_u64)1 << 55)
#define COOP_GROUPS_RESIZING_ODD ((coop_u64)1 << 56)
#define COOP_GROUPS_LEAVING ((coop_u64)1 << 57)
#define COOP_GROUPS_REQUEST_IS_GRANT ((coop_u64)1 << 60)
#define COOP_GROUPS_SUSPENDED ((coop_u64)1 << 62)
#define COOP_GROUPS_MAY_SUSPEND ((coop_u64)1 << 63) /* set at the launch, for good */

/* In place of an id, where work-groups end in any order: any caller. */
#define COOP_GROUPS_ANY_GROUP 0xffffffffu

/* What a step did. */
enum coop_groups_event {
    COOP_GROUPS_NOTHING, /* the word is unchanged: no transition applies */
    COOP_GROUPS_DONE,    /* the transition was made, and nothing follows from it */
    /* ... and all wait at the barrier: the caller completes it, or has completed it
     * (coop_groups_keeps_active) */
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

/* The number of work-groups that have arrived at the barrier that follows `phase` barriers. */
static inline coop_u32 coop_groups_arrived(coop_u64 word, coop_u64 phase)
{
    return coop_groups_get(word, coop_groups_arrived_field(phase));
}

static inline coop_u64 coop_groups_resizing_bit(coop_u64 phase)
{
    return phase & 1 ? COOP_GROUPS_RESIZING_ODD : COOP_GROUPS_RESIZING_EVEN;
}

/* Has work-group 0 arrived at that barrier, as at a resizing one (P9)? */
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

/* `word` says whether there are work-groups, of whichever instance of the entry, that a barrier has ended and
 * that do not know it yet: `leaving` of them (P12). */
static inline coop_u64 coop_groups_with_leaving(coop_u64 word, coop_u32 leaving)
{
    return leaving > 0 ? word | COOP_GROUPS_LEAVING : word & ~COOP_GROUPS_LEAVING;
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

/* The word is full: completes the barrier at which all active work-groups have arrived. A non-resizing
 * barrier only forgets the arrivals. A resizing one also applies the scheduler's request, at most `kills_max`
 * kills at once (S6), in the same value (P3). */
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
            step.word |= step.killed > 0 ? COOP_GROUPS_LEAVING : 0; /* P12 */
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

/* The value whose addition to the word takes back the arrivals of a barrier that left M as it is (P8). The
 * completer adds it at any time before its own next step. `word` is what the last arrival left. */
static inline coop_u64 coop_groups_forgetting(coop_u64 word, coop_u64 phase)
{
    return coop_groups_forget(word, phase) - word;
}

/* As coop_groups_forgetting at a resizing barrier; also clears bit 57 if `leaving`, the number of work-groups
 * that do not know yet that an earlier barrier has ended them, is 0 (P12). Until the completer has added
 * the value no barrier completes, so no other party clears the bit, and none sets it. */
static inline coop_u64 coop_groups_forgetting_leaving(coop_u64 word, coop_u64 phase, coop_u32 leaving)
{
    return coop_groups_with_leaving(coop_groups_forget(word, phase), leaving) - word;
}

/* A work-group waits at the barrier that follows `phase` barriers, and reads the barrier's completion off the
 * word (P10). The result is M at the completion; or COOP_GROUPS_SEE_PHASE_WORD when the arrivals have been
 * taken back, so that M is in the phase word only; or 0. With 0 the barrier is not complete, or a fork behind
 * it has raised M, and the completer is about to take the arrivals back. */
#define COOP_GROUPS_SEE_PHASE_WORD 0xffffffffu
static inline coop_u32 coop_groups_completed(coop_u64 word, coop_u64 phase)
{
    coop_u32 arrived = coop_groups_arrived(word, phase);

    if (arrived == 0) {
        return COOP_GROUPS_SEE_PHASE_WORD;
    }
    return arrived >= coop_groups_get(word, COOP_GROUPS_ACTIVE) ? arrived : 0;
}

/* As coop_groups_completed, for a work-group that arrived at a resizing barrier, which may end it. With a
 * request the barrier may change M (P11); with bit 57 the arrivals may be a later barrier's (P12). The phase
 * word tells what became of the work-group then. */
static inline coop_u32 coop_groups_completed_resizing(coop_u64 word, coop_u64 phase)
{
    coop_u64 request = (coop_u64)COOP_GROUPS_FIELD_MASK << COOP_GROUPS_REQUEST;

    if (word & (request | COOP_GROUPS_LEAVING)) {
        return COOP_GROUPS_SEE_PHASE_WORD;
    }
    return coop_groups_completed(word, phase);
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

/* Work-group `group_id` has arrived at a global barrier, which is a resizing one if `resizes`: its addition
 * of coop_groups_arrival found `word`. */
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

/* May work-group `group_id` be killed now? Only the highest-numbered one may; where work-groups end in any
 * order, each one may but the last that has not returned. */
static inline int coop_groups_may_kill(coop_u64 word, coop_u32 group_id)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);

    if (group_id == COOP_GROUPS_ANY_GROUP) {
        return active - coop_groups_get(word, COOP_GROUPS_RETURNED) > 1;
    }
    return active > 1 && group_id == active - 1;
}

/* The last work-group that has not returned is killed (S1b): the instance is suspended. No work-group waits
 * at a barrier, since all the others have returned. The caller has parked its frame before it publishes the
 * word. */
static inline struct coop_groups_step coop_groups_suspend(struct coop_groups_step step)
{
    step.word =
        coop_groups_with(step.word, COOP_GROUPS_ACTIVE, coop_groups_get(step.word, COOP_GROUPS_RETURNED));
    step.word = coop_groups_with_kill_wanted(step.word, 0) | COOP_GROUPS_SUSPENDED;
    step.event = COOP_GROUPS_SUSPENDS;
    step.killed = 1;
    return step;
}

/* Work-group `group_id`, or COOP_GROUPS_ANY_GROUP, offers itself after `phase` barriers (S3). Its end can
 * complete the barrier at which all the others wait, and even the instance when all the others have returned,
 * unless it suspends the instance. */
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

/* A work-group takes the whole grant (S4): the joining work-groups have the ids M .. M+forked-1. It takes
 * nothing once another work-group has returned (P7): the scheduler takes such a grant back. */
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

/* Does the request have to stand, because all work-groups wait at a resizing barrier that may follow it
 * (P11)? The completer of that barrier is about to take its step. */
static inline int coop_groups_request_stands(coop_u64 word)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);

    return coop_groups_get(word, COOP_GROUPS_REQUEST) > 0 &&
           coop_groups_get(word, COOP_GROUPS_RETURNED) == 0 && /* P3 */
           ((coop_groups_resizes(word, 0) && coop_groups_arrived(word, 0) == active) ||
            (coop_groups_resizes(word, 1) && coop_groups_arrived(word, 1) == active));
}

/* The scheduler states its request: `target` work-groups, of which at most `free_slots` can be added beyond
 * what is granted already. The caller puts the slots of a larger grant into the reserved set before it
 * publishes the word (P6), and takes those of a smaller grant out afterwards. */
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
    if (kills + grant == 0 && coop_groups_request_stands(word)) {
        return word;
    }
    return grant > 0 ? coop_groups_with_fork_granted(word, grant) : coop_groups_with_kill_wanted(word, kills);
}

#endif
