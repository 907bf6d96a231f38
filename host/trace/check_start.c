/* The scheduler's events are in its own order, so it is nearly exactly known which instances it takes to be
 * running: those started in earlier rounds. In one round it admits by priority and starts by place in its
 * table; so an instance that it starts directly before or after, without another event between, may or may
 * not have been admitted before. It is also not known how many work-groups had returned when it polled.
 * Bounds cover both. */
#include "host/trace/check_start.h"

/* An instance, as the scheduler sees it. */
struct running {
    uint32_t is_running;
    uint64_t first_return_ns; /* UINT64_MAX: none returned */
};

/* Only the scheduler's events. */
struct starts {
    struct coop_trace_checker *checker;
    const struct coop_trace_event **events;
    size_t count;
    struct running *running; /* one per launch */
};

static const struct coop_trace_launch *launch_of(const struct starts *starts, size_t i)
{
    return coop_trace_find_launch(starts->checker->trace, starts->events[i]->launch);
}

static uint32_t at_most(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* An upper bound for the work-groups that a cooperative kernel keeps for certain, or an elastic one while a
 * kernel of a higher priority gathers its own. */
static uint32_t keeps_at_most(const struct starts *starts, const struct coop_trace_launch *launch,
                              uint64_t now_ns)
{
    const struct running *running = &starts->running[launch - starts->checker->trace->launches];

    if (!launch->is_cooperative && !launch->can_shrink) {
        return 0; /* who waits for work-groups of a regular kernel waits for its end */
    }
    if (!launch->can_shrink || (launch->is_cooperative && running->first_return_ns <= now_ns)) {
        return launch->groups;
    }
    return launch->groups_least > 1 ? launch->groups_least : 1;
}

/* Whether it must keep one. Not where all may be killed; whether they may be killed for the present launch
 * depends on priorities (Y3b). */
static uint32_t keeps_one(const struct coop_trace_launch *launch)
{
    return launch->is_cooperative && !launch->may_kill_all;
}

/* A suspended instance is running for the bounds, with what it may keep at most. */
static int is_start(const struct coop_trace_event *event)
{
    return event->kind == COOP_TRACE_STARTED || event->kind == COOP_TRACE_RESUMED;
}

/* The least and the greatest number of workers that the cooperative kernels keep while event i starts
 * another. */
static void count_kept(const struct starts *starts, size_t i, uint32_t *least, uint32_t *most)
{
    const struct coop_trace *trace = starts->checker->trace;

    *least = 0;
    *most = 0;
    for (size_t k = 0; k < trace->launch_count; k++) {
        if (starts->running[k].is_running) {
            *least += keeps_one(&trace->launches[k]);
            *most += keeps_at_most(starts, &trace->launches[k], starts->events[i]->time_ns);
        }
    }
    for (size_t k = i; k-- > 0 && is_start(starts->events[k]);) {
        *least -=
            *least > 0 && starts->events[k]->kind == COOP_TRACE_STARTED && keeps_one(launch_of(starts, k));
    }
    for (size_t k = i + 1; k < starts->count && is_start(starts->events[k]); k++) {
        *most += starts->events[k]->kind == COOP_TRACE_STARTED
                     ? keeps_at_most(starts, launch_of(starts, k), starts->events[i]->time_ns)
                     : 0;
    }
}

static void check_start(const struct starts *starts, size_t i)
{
    const struct coop_trace_event *event = starts->events[i];
    const struct coop_trace_launch *launch = launch_of(starts, i);
    uint32_t workers = starts->checker->trace->slot_count - 1;
    uint32_t least;
    uint32_t most;

    if (event->value < 1 || event->value > launch->groups) {
        coop_trace_violation(starts->checker, event, "S9", "%s starts with %u work-groups of 1 ... %u",
                             launch->kernel, event->value, launch->groups);
        return;
    }
    if (launch->is_cooperative || event->time_ns >= starts->checker->sure_ns) {
        return;
    }
    count_kept(starts, i, &most, &least); /* the more are kept, the fewer are left */
    most = at_most(launch->groups, workers > most ? workers - most : 1);
    least = at_most(launch->groups, workers > least ? workers - least : 1);
    /* What the scheduler has chosen itself, or could do with */
    least = launch->is_automatic || (launch->can_shrink && launch->groups_least == 0)
                ? 1
                : at_most(least, launch->groups_least > 0 ? launch->groups_least : least);
    if (event->value < least || event->value > most) {
        coop_trace_violation(
            starts->checker, event, "S9",
            "%s is a regular kernel for %u of %u work-groups and starts with %u; with what the "
            "cooperative kernels keep it starts with %u to %u",
            launch->kernel, launch->groups, workers, event->value, least, most);
    }
}

static void collect(struct starts *starts)
{
    const struct coop_trace *trace = starts->checker->trace;

    for (size_t i = 0; i < trace->launch_count; i++) {
        starts->running[i].first_return_ns = UINT64_MAX;
    }
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, event->launch);
        struct running *running = launch != NULL ? &starts->running[launch - trace->launches] : NULL;

        if (running != NULL && event->slot == 0) {
            starts->events[starts->count++] = event;
        } else if (running != NULL && event->kind == COOP_TRACE_GROUP_RETURNS &&
                   running->first_return_ns == UINT64_MAX) {
            running->first_return_ns = event->time_ns;
        }
    }
}

int coop_trace_check_starts(struct coop_trace_checker *checker)
{
    const struct coop_trace *trace = checker->trace;
    struct starts starts = {.checker = checker};
    int is_done;

    starts.running = calloc(trace->launch_count + 1, sizeof *starts.running);
    starts.events = malloc((trace->event_count + 1) * sizeof *starts.events);
    if (starts.running != NULL && starts.events != NULL) {
        collect(&starts);
        for (size_t i = 0; i < starts.count; i++) {
            struct running *running = &starts.running[launch_of(&starts, i) - trace->launches];

            if (starts.events[i]->kind == COOP_TRACE_STARTED) {
                check_start(&starts, i);
                running->is_running = 1;
            } else if (starts.events[i]->kind == COOP_TRACE_COMPLETED) {
                running->is_running = 0;
            }
            if (i > 0 && starts.events[i - 1]->kind == COOP_TRACE_COMPLETED &&
                starts.events[i - 1]->value == 1 &&
                (starts.events[i]->kind != COOP_TRACE_COMPLETED || starts.events[i]->value != 1)) {
                coop_trace_violation(checker, starts.events[i], "E2",
                                     "the scheduler goes on after it has cut launch %u short",
                                     starts.events[i - 1]->launch);
            }
        }
    }
    is_done = starts.running != NULL && starts.events != NULL;
    free(starts.events);
    free(starts.running);
    return is_done ? 0 : -1;
}
