#include "coop/trace.h"

#include "host/run_object.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_events(const void *a, const void *b)
{
    const struct coop_trace_event *left = a;
    const struct coop_trace_event *right = b;

    if (left->time_ns != right->time_ns) {
        return left->time_ns < right->time_ns ? -1 : 1;
    }
    return 0;
}

static int copy_launches(struct coop_run_object *run, struct coop_trace *trace)
{
    int copied = 1;

    pthread_mutex_lock(&run->lock);
    if (run->launch_count > 0) {
        trace->launches = malloc(run->launch_count * sizeof *trace->launches);
        copied = trace->launches != NULL;
    }
    if (copied && run->launch_count > 0) {
        memcpy(trace->launches, run->launches, run->launch_count * sizeof *trace->launches);
        trace->launch_count = run->launch_count;
    }
    pthread_mutex_unlock(&run->lock);
    return copied;
}

static int copy_events(struct coop_run_object *run, struct coop_trace *trace)
{
    struct coop_transport *transport = run->context->transport;
    uint64_t cursor;
    uint64_t stored;
    size_t complete = 0;

    pthread_mutex_lock(&run->lock);
    cursor = run->trace_cursor;
    if (run->phase == COOP_RUN_LIVE) {
        transport->methods->read(transport, COOP_AT(trace_cursor), &cursor, sizeof cursor);
    }
    pthread_mutex_unlock(&run->lock);
    stored = cursor < run->trace_capacity ? cursor : run->trace_capacity;
    trace->events_lost = cursor - stored;
    if (stored == 0) {
        return 1;
    }
    trace->events = malloc(stored * sizeof *trace->events);
    if (trace->events == NULL) {
        return 0;
    }
    transport->methods->read(transport, run->trace_at, trace->events, stored * sizeof *trace->events);
    for (uint64_t i = 0; i < stored; i++) {
        if (trace->events[i].kind != 0) { /* a live run may be in the middle of writing one */
            trace->events[complete++] = trace->events[i];
        }
    }
    trace->event_count = complete;
    qsort(trace->events, complete, sizeof *trace->events, compare_events);
    return 1;
}

coop_status coop_trace_take(coop_run *handle, struct coop_trace *trace)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status = COOP_OK;

    memset(trace, 0, sizeof *trace);
    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    trace->slot_count = run->slot_count;
    snprintf(trace->device_name, sizeof trace->device_name, "%s", run->context->device.report.device_name);
    if (run->trace_at == 0) {
        status = coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, "taking a trace",
                                "the run keeps no trace; start it with trace_events");
    } else if (!copy_launches(run, trace) || !copy_events(run, trace)) {
        coop_trace_clear(trace);
        status = coop_error_set(&run->context->errors, COOP_OUT_OF_MEMORY, "taking a trace",
                                "the host has no memory for a copy of the trace");
    }
    coop_object_release(&run->base);
    return status;
}

void coop_trace_clear(struct coop_trace *trace)
{
    free(trace->events);
    free(trace->launches);
    memset(trace, 0, sizeof *trace);
}
