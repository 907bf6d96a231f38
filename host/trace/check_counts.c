#include "host/trace/check_counts.h"

/* Bits of the group-count word that no step sets. */
#define UNUSED_BITS ((uint64_t)0xc << 56)

unsigned coop_trace_past_of(unsigned arrived, int resizes)
{
    return arrived << 1 | (resizes ? 1u : 0u);
}

struct coop_trace_counts coop_trace_counts_of(uint64_t word, uint64_t phase)
{
    struct coop_trace_counts counts = {0};

    counts.active = coop_groups_get(word, COOP_GROUPS_ACTIVE);
    counts.kill_wanted = coop_groups_kill_wanted(word);
    counts.fork_granted = coop_groups_fork_granted(word);
    counts.returned = coop_groups_get(word, COOP_GROUPS_RETURNED);
    counts.is_suspended = (word & COOP_GROUPS_SUSPENDED) != 0;
    counts.is_claimed = (word & COOP_GROUPS_CLAIMS) != 0;
    if (phase != COOP_TRACE_NO_ARRIVALS && !counts.is_claimed) { /* otherwise the fields count claims */
        counts.arrived =
            coop_groups_get(word, phase % 2 ? COOP_GROUPS_ARRIVED_ODD : COOP_GROUPS_ARRIVED_EVEN);
        counts.resizes = (word & (phase % 2 ? COOP_GROUPS_RESIZING_ODD : COOP_GROUPS_RESIZING_EVEN)) != 0;
        counts.past = coop_trace_past_of(
            coop_groups_get(word, phase % 2 ? COOP_GROUPS_ARRIVED_EVEN : COOP_GROUPS_ARRIVED_ODD),
            (word & (phase % 2 ? COOP_GROUPS_RESIZING_EVEN : COOP_GROUPS_RESIZING_ODD)) != 0);
    }
    return counts;
}

int coop_trace_is_odd_word(uint64_t word, const struct coop_trace_launch *launch)
{
    int is_grant_of_nothing =
        (word & COOP_GROUPS_REQUEST_IS_GRANT) && coop_groups_get(word, COOP_GROUPS_REQUEST) == 0;

    return (word & UNUSED_BITS) != 0 || is_grant_of_nothing ||
           ((word & COOP_GROUPS_CLAIMS) && !launch->kill_any) || (word >> 63) != (launch->may_kill_all != 0);
}

int coop_step_leaves(const struct coop_trace_step *step, struct coop_trace_counts wanted)
{
    const struct coop_trace_counts *after = &step->after;

    if (after->active != wanted.active) {
        return coop_trace_refuse(step->reason, "S1", "M is %u after it, not %u as its effect on M = %u is",
                                 after->active, wanted.active, step->before.active);
    }
    if (after->kill_wanted != wanted.kill_wanted || after->fork_granted != wanted.fork_granted) {
        return coop_trace_refuse(step->reason, wanted.kill_wanted != after->kill_wanted ? "S3" : "S4",
                                 "%u kills are wanted and %u forks granted after it, not %u and %u",
                                 after->kill_wanted, after->fork_granted, wanted.kill_wanted,
                                 wanted.fork_granted);
    }
    if (after->is_suspended != wanted.is_suspended) {
        return coop_trace_refuse(step->reason, "S3b", "the instance is %ssuspended after it",
                                 after->is_suspended ? "" : "not ");
    }
    if (after->returned != wanted.returned) {
        return coop_trace_refuse(step->reason, "E2", "%u work-groups have returned after it, not %u",
                                 after->returned, wanted.returned);
    }
    if (step->has_barriers && after->arrived != wanted.arrived) {
        return coop_trace_refuse(step->reason, "S5",
                                 "%u of %u work-groups stand at a barrier after it, not %u", after->arrived,
                                 after->active, wanted.arrived);
    }
    if (step->has_barriers && after->resizes != wanted.resizes) {
        return coop_trace_refuse(step->reason, "S7", "the barrier is %sa resizing one after it",
                                 after->resizes ? "" : "not ");
    }
    if (step->has_barriers && after->past != wanted.past && after->past != 0) {
        return coop_trace_refuse(step->reason, "S5", "arrivals at another barrier are in the word after it");
    }
    step->effect->after = *after;
    return 1;
}

int coop_step_is_sound(const struct coop_trace_step *step)
{
    const struct coop_trace_counts *after = &step->effect->after;

    if ((after->active < 1 && !after->is_suspended) || after->active > step->launch->groups) {
        return coop_trace_refuse(step->reason, "S1", "M becomes %u, which is not in 1 ... %u", after->active,
                                 step->launch->groups);
    }
    if (after->arrived + after->returned > after->active) {
        return coop_trace_refuse(step->reason, "S5",
                                 "%u work-groups at a barrier and %u returned are more than M = %u",
                                 after->arrived, after->returned, after->active);
    }
    if (after->kill_wanted > 0 && after->fork_granted > 0) {
        return coop_trace_refuse(step->reason, "S4", "kills are wanted and forks granted at once (P2)");
    }
    return 1;
}
