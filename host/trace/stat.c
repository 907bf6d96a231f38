/* Numbers out of a trace.
 *
 * Stands on: format.h. M follows from the events as the checker sees it: what starts an instance, and each
 * kill, fork and resizing barrier. A slot is busy from the beginning of a work-group to its end. */
#include "coop/trace_stat.h"

#include "host/trace/flow_channels.h"
#include "host/trace/format.h"
#include "host/trace/refuse.h"

#include <stdlib.h>
#include <string.h>

#define COUNTING "counting in a trace"

static void follow(struct coop_trace_launch_stat *launch, uint32_t groups, uint64_t now_ns)
{
    launch->group_ns += (double)launch->groups * (double)(now_ns - launch->since_ns);
    launch->since_ns = now_ns;
    launch->groups = groups;
    if (groups > 0) {
        launch->groups_least = groups < launch->groups_least ? groups : launch->groups_least;
        launch->groups_most = groups > launch->groups_most ? groups : launch->groups_most;
    }
}

static void note(struct coop_trace_launch_stat *launch, const struct coop_trace_event *event)
{
    uint32_t groups = launch->groups;

    if (event->kind == COOP_TRACE_SEEN) {
        launch->seen_ns = event->time_ns;
    } else if (event->kind == COOP_TRACE_STARTED) {
        if (!launch->has_started) { /* one that repeats starts again and again */
            launch->started_ns = event->time_ns;
            launch->groups_least = event->value;
            launch->groups_at_start = event->value;
        }
        launch->has_started = 1;
        launch->since_ns = event->time_ns;
    } else if (event->kind == COOP_TRACE_COMPLETED) {
        launch->ended_ns = event->time_ns;
        launch->has_ended = 1;
    }
    launch->barriers += event->kind == COOP_TRACE_PASSED && event->group_id == 0;
    launch->kills += coop_trace_kind_get(event->kind)->life == COOP_LIFE_GIVES_UP;
    if (coop_trace_follow_active(event, &groups)) {
        if ((event->kind == COOP_TRACE_FORKED || event->kind == COOP_TRACE_RESIZED) &&
            groups > launch->groups) {
            launch->forks += groups - launch->groups;
        }
        follow(launch, groups, event->time_ns);
    }
}

static struct coop_trace_kernel_stat *kernel_of(struct coop_trace_stat *stat, const char *name,
                                                int is_cooperative)
{
    struct coop_trace_kernel_stat *kernel;

    for (size_t i = 0; i < stat->kernel_count; i++) {
        if (strcmp(stat->kernels[i].name, name) == 0) {
            return &stat->kernels[i];
        }
    }
    kernel = &stat->kernels[stat->kernel_count++];
    kernel->name = name;
    kernel->is_cooperative = is_cooperative;
    return kernel;
}

/* Adds a span to its slot, launch, kernel, and to each part of the time that it reaches into. */
static void add_span(struct coop_trace_stat *stat, const struct coop_trace_span *span)
{
    const struct coop_trace_launch *launch = coop_trace_find_launch(stat->trace, span->launch);
    double part_ns = stat->part_ns > 0 ? stat->part_ns : 1;
    size_t kernel;

    stat->slots[span->slot].busy_ns += span->end_ns - span->begin_ns;
    stat->slots[span->slot].groups++;
    if (launch == NULL) {
        return;
    }
    stat->launches[launch - stat->trace->launches].busy_ns += span->end_ns - span->begin_ns;
    kernel = stat->launches[launch - stat->trace->launches].kernel;
    stat->kernels[kernel].busy_ns += (double)(span->end_ns - span->begin_ns);
    for (size_t part = (size_t)((double)(span->begin_ns - stat->begin_ns) / part_ns); part < stat->parts;
         part++) {
        double begin_ns = (double)part * part_ns;
        double end_ns = begin_ns + part_ns;
        double from_ns = (double)(span->begin_ns - stat->begin_ns);
        double to_ns = (double)(span->end_ns - stat->begin_ns);

        if (to_ns <= begin_ns) {
            break;
        }
        stat->occupied[part * stat->kernel_count + kernel] +=
            ((to_ns < end_ns ? to_ns : end_ns) - (from_ns > begin_ns ? from_ns : begin_ns)) / part_ns;
    }
}

static int read_spans(struct coop_trace_stat *stat)
{
    struct coop_span_reader reader;
    struct coop_trace_span span;

    if (coop_span_reader_init(&reader, stat->trace) != 0) {
        return -1;
    }
    while (coop_span_reader_next(&reader, &span)) {
        add_span(stat, &span);
    }
    coop_span_reader_clear(&reader);
    return 0;
}

static void add_launches(struct coop_trace_stat *stat)
{
    for (size_t i = 0; i < stat->trace->launch_count; i++) {
        const struct coop_trace_launch *from = &stat->trace->launches[i];
        struct coop_trace_launch_stat *launch = &stat->launches[i];
        struct coop_trace_kernel_stat *kernel = kernel_of(stat, from->kernel, from->is_cooperative);

        launch->kernel = (size_t)(kernel - stat->kernels);
        if (launch->has_started && !launch->has_ended) {
            follow(launch, launch->groups, stat->end_ns);
            launch->ended_ns = stat->end_ns;
        }
        kernel->launches++;
        kernel->kills += launch->kills;
        kernel->forks += launch->forks;
        kernel->barriers += launch->barriers;
        if (!launch->has_started) {
            continue;
        }
        kernel->group_ns += launch->group_ns;
        kernel->run_ns += (double)(launch->ended_ns - launch->started_ns);
        if (kernel->groups_most == 0 || launch->groups_least < kernel->groups_least) {
            kernel->groups_least = launch->groups_least;
        }
        kernel->groups_most =
            launch->groups_most > kernel->groups_most ? launch->groups_most : kernel->groups_most;
    }
}

static int fill(struct coop_trace_stat *stat)
{
    const struct coop_trace *trace = stat->trace;

    if (trace->event_count > 0) {
        stat->begin_ns = trace->events[0].time_ns;
        stat->end_ns = trace->events[trace->event_count - 1].time_ns;
    }
    stat->part_ns = (double)(stat->end_ns - stat->begin_ns) / (double)stat->parts;
    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_launch *launch = coop_trace_find_launch(trace, trace->events[i].launch);

        if (launch != NULL) {
            note(&stat->launches[launch - trace->launches], &trace->events[i]);
        }
    }
    add_launches(stat);
    stat->occupied = calloc(stat->parts * stat->kernel_count + 1, sizeof *stat->occupied);
    return stat->occupied != NULL && coop_trace_stat_flow(stat) == 0 ? read_spans(stat) : -1;
}

coop_status coop_trace_stat_init(struct coop_trace_stat *stat, const struct coop_trace *trace, size_t parts)
{
    if (stat != NULL) {
        memset(stat, 0, sizeof *stat);
    }
    if (stat == NULL || trace == NULL) {
        return coop_trace_fail_null(COUNTING, stat == NULL ? "stat" : "trace");
    }
    if (parts == 0) {
        return coop_trace_fail_argument(COUNTING, "parts is 0: a trace has at least one part");
    }
    stat->trace = trace;
    stat->parts = parts;
    stat->launches = calloc(trace->launch_count + 1, sizeof *stat->launches);
    stat->kernels = calloc(trace->launch_count + 1, sizeof *stat->kernels);
    stat->slots = calloc((size_t)trace->slot_count + 1, sizeof *stat->slots);
    if (stat->launches == NULL || stat->kernels == NULL || stat->slots == NULL) {
        return coop_trace_out_of_memory(COUNTING);
    }
    return fill(stat) == 0 ? COOP_OK : coop_trace_out_of_memory(COUNTING);
}

void coop_trace_stat_clear(struct coop_trace_stat *stat)
{
    if (stat != NULL) {
        free(stat->launches);
        free(stat->kernels);
        free(stat->slots);
        free(stat->occupied);
        free(stat->channels);
        free(stat->closures);
        memset(stat, 0, sizeof *stat);
    }
}
