#include "host/trace/check_counts.h"

#include <stdio.h>

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

    /* S9a: of an elastic kernel kills are claimed, from its start on. */
    int lacks_claims = !launch->is_cooperative && launch->kill_any && !(word & COOP_GROUPS_CLAIMS) &&
                       coop_groups_get(word, COOP_GROUPS_ACTIVE) > 0;

    return (word & UNUSED_BITS) != 0 || is_grant_of_nothing || lacks_claims ||
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

/* A missing event of a slot happened after the last one that is there. */
static uint64_t find_sure_time(const struct coop_trace *trace, uint64_t *slot_ns)
{
    uint64_t sure_ns = UINT64_MAX;

    memset(slot_ns, 0, trace->slot_count * sizeof *slot_ns);
    for (size_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].slot < trace->slot_count) {
            slot_ns[trace->events[i].slot] = trace->events[i].time_ns;
        }
    }
    for (uint32_t slot = 0; slot < trace->slot_count; slot++) {
        sure_ns = slot_ns[slot] < sure_ns ? slot_ns[slot] : sure_ns;
    }
    return sure_ns;
}

static int is_of_barriers(const struct coop_trace_event *event)
{
    return coop_trace_kind_get(event->kind)->recorded == COOP_RECORDED_WITH_BARRIERS;
}

/* A missing event of a barrier happened after the slot's last one that is there (T2), and while its launch
 * had a work-group in that slot. Walks from the last event to the first; slot_ns holds 1 for the slots whose
 * last event of a barrier the walk has met. Returns the earliest of the times found. */
static uint64_t find_barrier_times(struct coop_trace_checker *checker, uint64_t *slot_ns)
{
    const struct coop_trace *trace = checker->trace;
    uint64_t earliest_ns = UINT64_MAX;

    memset(slot_ns, 0, trace->slot_count * sizeof *slot_ns);
    for (size_t i = trace->event_count; i-- > 0;) {
        const struct coop_trace_event *event = &trace->events[i];
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, event->launch);

        if (event->slot == 0 || event->slot >= trace->slot_count || slot_ns[event->slot] != 0) {
            continue;
        }
        slot_ns[event->slot] = (uint64_t)is_of_barriers(event);
        if (launch != NULL && launch->is_cooperative) {
            checker->accounts[launch - trace->launches].barriers_sure_ns = event->time_ns;
            earliest_ns = event->time_ns < earliest_ns ? event->time_ns : earliest_ns;
        }
    }
    return earliest_ns;
}

static double ms_since_start(const struct coop_trace *trace, uint64_t ns)
{
    return trace->event_count > 0 && ns > trace->events[0].time_ns
               ? (double)(ns - trace->events[0].time_ns) / 1e6
               : 0;
}

/* What is not checked, after what was said already. */
static void remark(struct coop_trace_verdict *verdict, const char *text)
{
    size_t length = strlen(verdict->remark);

    snprintf(verdict->remark + length, sizeof verdict->remark - length, "%s%s", length > 0 ? "; " : "", text);
    verdict->is_partial = 1;
}

void coop_trace_find_sure_times(struct coop_trace_checker *checker, uint64_t *slot_ns)
{
    const struct coop_trace *trace = checker->trace;
    uint64_t others_lost =
        trace->events_lost > trace->barrier_events_lost ? trace->events_lost - trace->barrier_events_lost : 0;
    uint64_t barriers_ns = UINT64_MAX;
    char text[sizeof checker->verdict->remark];

    checker->sure_ns = UINT64_MAX;
    for (size_t i = 0; i < trace->launch_count; i++) {
        checker->accounts[i].barriers_sure_ns = UINT64_MAX;
    }
    if (others_lost > 0 || trace->was_live) {
        checker->sure_ns = find_sure_time(trace, slot_ns);
        snprintf(text, sizeof text,
                 "%llu events are missing%s: what happened later than %.3f ms after the first event is not "
                 "checked",
                 (unsigned long long)others_lost, trace->was_live ? ", and the run was live" : "",
                 ms_since_start(trace, checker->sure_ns));
        remark(checker->verdict, text);
    }
    if (!trace->has_barriers) {
        remark(checker->verdict, "barriers were not traced: S5 is not checked, S6 in part");
    } else if (trace->barrier_events_lost > 0) {
        barriers_ns = find_barrier_times(checker, slot_ns);
        snprintf(text, sizeof text,
                 "%llu events of barriers are missing: of what happened later than %.3f ms after the first "
                 "event S5 is not checked, S6 in part",
                 (unsigned long long)trace->barrier_events_lost, ms_since_start(trace, barriers_ns));
        remark(checker->verdict, text);
    }
}
