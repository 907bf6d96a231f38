/* What the writers of traces share: spans of work-groups out of events, and names.
 *
 * Stands on: coop/trace.h, kind.h. Plain data only: nothing here asks a device.
 *
 * A slot runs one work-group at a time, so an event by which one begins and the next one by which one ends in
 * that slot belong together. A trace that was cut short, or taken from a live run, leaves spans without an
 * end; one whose buffer was full may also lack ends in the middle, where the slot's next beginning then
 * stands for the end. */
#ifndef COOP_HOST_TRACE_FORMAT_H
#define COOP_HOST_TRACE_FORMAT_H

#include "coop/trace_write.h"
#include "host/trace/kind.h"

#include <stdlib.h>
#include <string.h>

struct coop_trace_span {
    uint64_t begin_ns;
    uint64_t end_ns;
    uint32_t launch; /* 0: the slot is idle */
    uint32_t group_id;
    uint16_t slot;
    uint16_t ended_by; /* enum coop_trace_kind; 0 when the trace has no end */
};

/* Walks the events and returns each span when it ends. */
struct coop_span_reader {
    const struct coop_trace *trace;
    struct coop_trace_span *open; /* one per slot */
    size_t next_event;
    uint32_t next_slot; /* of the spans without an end, after the last event */
};

/* 0, or -1 when memory is exhausted. */
static inline int coop_span_reader_init(struct coop_span_reader *reader, const struct coop_trace *trace)
{
    memset(reader, 0, sizeof *reader);
    reader->trace = trace;
    reader->open = calloc((size_t)trace->slot_count + 1, sizeof *reader->open);
    return reader->open != NULL ? 0 : -1;
}

static inline void coop_span_reader_clear(struct coop_span_reader *reader)
{
    free(reader->open);
    memset(reader, 0, sizeof *reader);
}

/* Handles one event; 1 when it completes *span. */
static inline int coop_span_reader_take(struct coop_span_reader *reader, const struct coop_trace_event *event,
                                        struct coop_trace_span *span)
{
    struct coop_trace_span *open = &reader->open[event->slot];
    int begins = coop_trace_kind_get(event->kind)->life == COOP_LIFE_BEGINS;
    int ends = coop_trace_ends_group(event->kind);
    int is_complete = (begins || ends) && open->launch != 0;

    if (is_complete) {
        *span = *open;
        span->end_ns = event->time_ns;
        span->ended_by = ends ? event->kind : 0;
        open->launch = 0;
    }
    if (begins) {
        open->begin_ns = event->time_ns;
        open->launch = event->launch;
        open->group_id = event->group_id;
        open->slot = event->slot;
    }
    return is_complete;
}

/* The next span, in the order of their ends; 0 after the last. */
static inline int coop_span_reader_next(struct coop_span_reader *reader, struct coop_trace_span *span)
{
    const struct coop_trace *trace = reader->trace;

    while (reader->next_event < trace->event_count) {
        const struct coop_trace_event *event = &trace->events[reader->next_event++];

        if (event->slot < trace->slot_count && coop_span_reader_take(reader, event, span)) {
            return 1;
        }
    }
    while (reader->next_slot < trace->slot_count) {
        struct coop_trace_span *open = &reader->open[reader->next_slot++];

        if (open->launch != 0) {
            *span = *open;
            span->end_ns = trace->events[trace->event_count - 1].time_ns;
            span->ended_by = 0;
            return 1;
        }
    }
    return 0;
}

/* The launch with that sequence number; NULL when the trace does not know it. */
static inline const struct coop_trace_launch *coop_trace_find_launch(const struct coop_trace *trace,
                                                                     uint32_t sequence)
{
    size_t i;

    if (sequence >= 1 && sequence <= trace->launch_count &&
        trace->launches[sequence - 1].sequence == sequence) {
        return &trace->launches[sequence - 1];
    }
    for (i = 0; i < trace->launch_count; i++) {
        if (trace->launches[i].sequence == sequence) {
            return &trace->launches[i];
        }
    }
    return NULL;
}

static inline const char *coop_trace_kernel_name(const struct coop_trace *trace, uint32_t sequence)
{
    const struct coop_trace_launch *launch = coop_trace_find_launch(trace, sequence);

    return launch != NULL ? launch->kernel : "?";
}

#endif
