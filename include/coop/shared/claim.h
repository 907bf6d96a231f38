/* Claims: how many work-groups end at their offers at once, where they end in any order and meet at no global
 * barrier.
 *
 * Stands on: groups.h. Used by: cl/groups.cl, cl/resize.cl, cl/work.cl and cl/scheduler.cl, tests and models
 * (directly). A compare-exchange of the group-count word lets one of those that come together through for
 * each trip to the word. An addition lets all of them through: a work-group *claims* one of the kills that
 * are wanted by an addition, which finds whether there is one left for it. Then a second addition *settles*
 * the claim, or takes it back.
 *
 * Bit 61 of the word says that kills are claimed; it is set at the launch, for good. Such a kernel has no
 * global barrier, so its phase stays as it is. Claims count in the field of the other parity's arrivals.
 *   M1  a claim is granted by the value that its addition found: it saw fewer claims than kills wanted, and
 *       another work-group that runs and has made none of these claims. Claims that are being taken back
 *       count there, too, so this errs to the side of no kill, and an offer may be answered later (S3).
 *   M2  the granted claims that are not settled are at most the claims and at most kill_wanted. A grant keeps
 *       both (M1), a settlement takes one from each of the three, a claim that is taken back is none of them,
 *       and the scheduler lowers kill_wanted to the number of claims at least (coop_claims_retarget). So no
 *       settlement borrows from another field (P8), and there is no grant of forks beside them (P2).
 *   M3  the kill takes effect at the claim: from there on the work-group counts as killed, and the settlement
 *       says so in M. At that moment another one ran that was not killed (S3a); it may return before the
 *       settlement. So M - 1 may equal the returned ones, and the settlement completes the instance (P4).
 *   M4  the last work-group that runs claims nothing; where it may be killed, too (S3b), it takes the step of
 *       groups.h. All claims are settled or taken back by then, since nobody else runs. */
#ifndef COOP_SHARED_CLAIM_H
#define COOP_SHARED_CLAIM_H

#include "coop/shared/groups.h"

#define COOP_GROUPS_CLAIMS ((coop_u64)1 << 61)

static inline coop_u32 coop_claims_field(coop_u64 phase)
{
    return coop_groups_arrived_field(phase + 1);
}

/* What a claim adds. */
static inline coop_u64 coop_claims_one(coop_u64 phase)
{
    return coop_groups_one(coop_claims_field(phase));
}

static inline coop_u32 coop_claims_running(coop_u64 word)
{
    return coop_groups_get(word, COOP_GROUPS_ACTIVE) - coop_groups_get(word, COOP_GROUPS_RETURNED);
}

/* Does a kill begin with a claim now? */
static inline int coop_claims_apply(coop_u64 word)
{
    return (word & COOP_GROUPS_CLAIMS) != 0 && coop_claims_running(word) > 1;
}

/* Is a claim granted whose addition found `word` (M1)? */
static inline int coop_claims_grant(coop_u64 word, coop_u64 phase)
{
    coop_u32 claims = coop_groups_get(word, coop_claims_field(phase));

    return claims < coop_groups_kill_wanted(word) && claims + 1 < coop_claims_running(word);
}

/* May an offer that finds `word` end the caller? As coop_groups_offer_kill, with claims where they apply. */
static inline int coop_claims_may_kill(coop_u64 word, coop_u64 phase, coop_u32 group_id)
{
    if (coop_claims_apply(word)) {
        return coop_claims_grant(word, phase);
    }
    return coop_groups_offer_kill(word, phase, group_id, 1).event != COOP_GROUPS_NOTHING;
}

/* What the settlement of a granted claim takes away. */
static inline coop_u64 coop_claims_settling(coop_u64 phase)
{
    return coop_groups_one(COOP_GROUPS_ACTIVE) + coop_groups_one(COOP_GROUPS_REQUEST) +
           coop_claims_one(phase);
}

/* A granted claim is settled: its addition of the negative of coop_claims_settling found `word`. */
static inline struct coop_groups_step coop_claims_settle(coop_u64 word, coop_u64 phase)
{
    struct coop_groups_step step = coop_groups_unchanged(word - coop_claims_settling(phase));

    step.event = coop_groups_outcome(step.word, phase);
    step.killed = 1;
    return step;
}

/* The most kills that may have been claimed (M2). */
static inline coop_u32 coop_claims_held(coop_u64 word)
{
    coop_u32 claims =
        coop_groups_get(word, COOP_GROUPS_ARRIVED_EVEN) + coop_groups_get(word, COOP_GROUPS_ARRIVED_ODD);
    coop_u32 wanted = coop_groups_kill_wanted(word);

    if (!(word & COOP_GROUPS_CLAIMS)) {
        return 0;
    }
    return claims < wanted ? claims : wanted;
}

/* As coop_groups_retarget; kills that may have been claimed stay wanted. */
static inline coop_u64 coop_claims_retarget(coop_u64 word, coop_u32 target, coop_u32 free_slots)
{
    coop_u64 next = coop_groups_retarget(word, target, free_slots);
    coop_u32 held = coop_claims_held(word);

    return coop_groups_kill_wanted(next) < held ? coop_groups_with_kill_wanted(next, held) : next;
}

/* Does `word`, the result of coop_claims_retarget, keep more kills than `target` wants? The claims decide
 * what becomes of them, and nobody rings when one is taken back. */
static inline int coop_claims_stand(coop_u64 word, coop_u32 target)
{
    coop_u32 active = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    coop_u32 wanted = target < active ? active - target : 0;

    return coop_claims_held(word) > 0 && coop_groups_kill_wanted(word) > wanted;
}

#endif
