#include "host/trace/check_sure.h"

#include <stdio.h>

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
