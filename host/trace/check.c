/* Checks traces against the semantics: docs/design.md, S1 to S6, S9 and S9a, and flow graphs against K2.
 *
 * Stands on: checker.h, which names the other files. Any thread; touches nothing but its arguments. */
#include "host/trace/checker.h"

#include "host/trace/check_counts.h"
#include "host/trace/check_flow.h"
#include "host/trace/check_replay.h"
#include "host/trace/check_start.h"
#include "host/trace/refuse.h"

#define CHECKING "checking a trace"

/* E1. An event that violates it takes no part in the other checks. */
static int has_form(struct coop_trace_checker *checker, const struct coop_trace_event *event)
{
    const struct coop_trace *trace = checker->trace;
    const struct coop_trace_launch *launch = coop_trace_find_launch(trace, event->launch);
    const struct coop_trace_kind_facts *kind = coop_trace_kind_get(event->kind);
    const char *name = coop_trace_kind_name(event->kind);
    int is_schedulers = kind->writer == COOP_WRITER_SCHEDULER;

    if (kind->name == NULL) {
        coop_trace_violation(checker, event, "E1", "an event of the unknown kind %u", event->kind);
    } else if (event->slot >= trace->slot_count || (event->slot == 0) != is_schedulers) {
        coop_trace_violation(checker, event, "E1", "slot %u of %u does not write %s", event->slot,
                             trace->slot_count, name);
    } else if (launch == NULL) {
        coop_trace_violation(checker, event, "E1", "%s of launch %u, which the trace does not know", name,
                             event->launch);
    } else if (!is_schedulers && event->group_id >= launch->groups) {
        coop_trace_violation(checker, event, "S1", "%s of work-group %u, of at most %u", name,
                             event->group_id, launch->groups);
    } else if (kind->recorded == COOP_RECORDED_WITH_BARRIERS && !trace->has_barriers) {
        coop_trace_violation(checker, event, "E1", "%s in a trace without barriers", name);
    } else if (event > trace->events && event[-1].time_ns > event->time_ns) {
        coop_trace_violation(checker, event, "E3", "%s is recorded before the event that stands before it",
                             name);
    } else if ((kind->about == COOP_ABOUT_NOBODY && event->group_id != 0) ||
               (kind->word == COOP_WORD_NONE && event->word != 0)) {
        coop_trace_violation(checker, event, "E1", "%s has a work-group or a word", name);
    } else {
        return 1;
    }
    return 0;
}

/* S2: a slot has one work-group at a time, and each ends where it began. */
static int check_slots(struct coop_trace_checker *checker)
{
    const struct coop_trace *trace = checker->trace;
    const struct coop_trace_event **on = calloc((size_t)trace->slot_count + 1, sizeof *on);

    if (on == NULL) {
        return -1;
    }
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        const struct coop_trace_event *begun = event->slot < trace->slot_count ? on[event->slot] : NULL;
        int begins = coop_trace_kind_get(event->kind)->life == COOP_LIFE_BEGINS;

        if (event->slot >= trace->slot_count || (!begins && !coop_trace_ends_group(event->kind))) {
            continue;
        }
        if (begins && begun != NULL) {
            coop_trace_violation(checker, event, "S2",
                                 "work-group %u begins on slot %u while work-group %u of launch %u is there",
                                 event->group_id, event->slot, begun->group_id, begun->launch);
        } else if (!begins &&
                   (begun == NULL || begun->launch != event->launch || begun->group_id != event->group_id)) {
            coop_trace_violation(checker, event, "S2",
                                 "work-group %u ends on slot %u, where it did not begin", event->group_id,
                                 event->slot);
        }
        on[event->slot] = begins ? event : NULL;
    }
    for (uint32_t slot = 0; slot < trace->slot_count && checker->sure_ns == UINT64_MAX; slot++) {
        const struct coop_trace_launch *launch =
            on[slot] != NULL ? coop_trace_find_launch(trace, on[slot]->launch) : NULL;

        /* A work-group that leaves with a run that stops or fails writes no end. */
        if (launch != NULL && !checker->accounts[launch - trace->launches].was_cut_short) {
            coop_trace_violation(checker, on[slot], "S2", "work-group %u begins on slot %u and never ends",
                                 on[slot]->group_id, slot);
        }
    }
    free(on);
    return 0;
}

/* S9a: a work-group that leaves a regular kernel says just before how many logical work-groups it ran. */
static int check_ran(struct coop_trace_checker *checker)
{
    const struct coop_trace *trace = checker->trace;
    const struct coop_trace_event **last = calloc((size_t)trace->slot_count + 1, sizeof *last);

    if (last == NULL) {
        return -1;
    }
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, event->launch);
        const struct coop_trace_event *before;
        int has_said;
        int leaves;

        if (event->slot >= trace->slot_count || launch == NULL) {
            continue;
        }
        before = last[event->slot];
        has_said = before != NULL && before->kind == COOP_TRACE_GROUP_RAN;
        leaves = event->kind == COOP_TRACE_GROUP_KILLED && !launch->is_cooperative;
        if (has_said != leaves ||
            (leaves && (before->launch != event->launch || before->group_id != event->group_id))) {
            coop_trace_violation(checker, event, "S9a", "work-group %u %s how many logical ones it ran",
                                 event->group_id,
                                 leaves ? "leaves and does not say" : "goes on after it said");
        }
        last[event->slot] = event;
    }
    free(last);
    return 0;
}

/* Notes which events have a form, and what is known of each launch. */
static void note_events(struct coop_trace_checker *checker)
{
    const struct coop_trace *trace = checker->trace;

    for (size_t i = trace->event_count; i-- > 0;) {
        const struct coop_trace_event *event = &trace->events[i];
        struct coop_trace_account *account;

        checker->links[i].has_form = has_form(checker, event);
        if (!checker->links[i].has_form) {
            continue;
        }
        account = &checker->accounts[coop_trace_find_launch(trace, event->launch) - trace->launches];
        account->last = account->last == NULL ? event : account->last;
        account->logical_groups +=
            event->kind == COOP_TRACE_GROUP_RETURNS || event->kind == COOP_TRACE_GROUP_RAN ? event->value : 0;
        checker->verdict->events_checked += event->kind == COOP_TRACE_GROUP_RAN;
        account->jobs += event->kind == COOP_TRACE_RESTED;
        account->is_complete |= event->kind == COOP_TRACE_COMPLETED;
        account->was_cut_short |= event->kind == COOP_TRACE_COMPLETED && event->value == 1;
        checker->was_cut_short |= account->was_cut_short;
    }
}

/* Links the events that belong together, from the last to the first; those of barriers only if the replay
 * uses them. */
static void link_events(struct coop_trace_checker *checker, uint64_t *slot_ns)
{
    const struct coop_trace *trace = checker->trace;

    for (size_t i = 0; i < trace->launch_count * trace->slot_count; i++) {
        checker->first[i] = COOP_NO_EVENT;
    }
    for (uint32_t slot = 0; slot < trace->slot_count; slot++) {
        slot_ns[slot] = UINT64_MAX;
    }
    for (size_t i = trace->event_count; i-- > 0;) {
        const struct coop_trace_event *event = &trace->events[i];
        int is_of_barriers = coop_trace_kind_get(event->kind)->recorded == COOP_RECORDED_WITH_BARRIERS;
        size_t launch;

        if (!checker->links[i].has_form || (is_of_barriers && !checker->has_barriers) ||
            coop_trace_kind_get(event->kind)->part == COOP_PART_SUM) {
            continue;
        }
        launch = (size_t)(coop_trace_find_launch(trace, event->launch) - trace->launches);
        checker->links[i].before_ns = slot_ns[event->slot];
        checker->links[i].next_in_slot = checker->first[launch * trace->slot_count + event->slot];
        checker->first[launch * trace->slot_count + event->slot] = i;
        slot_ns[event->slot] = event->time_ns;
    }
}

/* E2, for a whole launch. */
static void check_life(struct coop_trace_checker *checker, size_t index)
{
    const struct coop_trace_launch *launch = &checker->trace->launches[index];
    const struct coop_trace_account *account = &checker->accounts[index];
    const struct coop_trace_event none = {.launch = launch->sequence};
    uint64_t wanted =
        launch->is_cooperative ? 0 : launch->logical_groups * (account->jobs > 0 ? account->jobs : 1);

    if (account->last == NULL) {
        /* Posted after the run had failed. */
        if (!checker->was_cut_short) {
            coop_trace_violation(checker, &none, "E2", "%s was launched, and the scheduler never saw it",
                                 launch->kernel);
        }
    } else if (!account->is_complete) {
        coop_trace_violation(checker, account->last, "E2", "%s never completes", launch->kernel);
    } else if (!account->was_cut_short && account->logical_groups != wanted) {
        coop_trace_violation(checker, account->last, "E2", "%s ran %llu of %llu logical work-groups",
                             launch->kernel, (unsigned long long)account->logical_groups,
                             (unsigned long long)wanted);
    }
}

/* Replays all launches, or those alone of whose barriers some are missing. */
static int replay_launches(struct coop_trace_checker *checker, int only_incomplete)
{
    for (size_t i = 0; i < checker->trace->launch_count; i++) {
        if (only_incomplete && checker->accounts[i].barriers_sure_ns == UINT64_MAX) {
            continue;
        }
        if (coop_trace_replay(checker, i) != 0) {
            return -1;
        }
    }
    return 0;
}

static int check(struct coop_trace_checker *checker, uint64_t *slot_ns)
{
    const struct coop_trace *trace = checker->trace;

    note_events(checker);
    coop_trace_find_sure_times(checker, slot_ns);
    link_events(checker, slot_ns);
    if (check_slots(checker) != 0 || check_ran(checker) != 0 || coop_trace_check_starts(checker) != 0 ||
        replay_launches(checker, 0) != 0 || coop_trace_check_flow(checker) != 0) {
        return -1;
    }
    if (checker->has_barriers && trace->barrier_events_lost > 0) {
        checker->has_barriers = 0;
        link_events(checker, slot_ns);
        if (replay_launches(checker, 1) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < trace->launch_count && checker->sure_ns == UINT64_MAX; i++) {
        check_life(checker, i);
    }
    return 0;
}

coop_status coop_trace_check(const struct coop_trace *trace, struct coop_trace_verdict *verdict)
{
    struct coop_trace_checker checker = {.trace = trace, .verdict = verdict};
    uint64_t *slot_ns;
    int status = -1;

    if (trace == NULL || verdict == NULL) {
        return coop_trace_fail_null(CHECKING, trace == NULL ? "trace" : "verdict");
    }
    checker.has_barriers = trace->has_barriers;
    slot_ns = calloc((size_t)trace->slot_count + 1, sizeof *slot_ns);
    memset(verdict, 0, sizeof *verdict);
    checker.links = calloc(trace->event_count + 1, sizeof *checker.links);
    checker.first = calloc(trace->launch_count * trace->slot_count + 1, sizeof *checker.first);
    checker.accounts = calloc(trace->launch_count + 1, sizeof *checker.accounts);
    if (slot_ns != NULL && checker.links != NULL && checker.first != NULL && checker.accounts != NULL) {
        status = check(&checker, slot_ns);
    }
    free(slot_ns);
    free(checker.links);
    free(checker.first);
    free(checker.accounts);
    return status == 0 ? COOP_OK : coop_trace_out_of_memory(CHECKING);
}
