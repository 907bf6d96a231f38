#include "coop/trace.h"

#include "host/run/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAKING "taking a trace"

struct key {
    uint64_t time_ns;
    size_t number; /* in the buffer */
};

static int compare_keys(const void *a, const void *b)
{
    const struct key *left = a;
    const struct key *right = b;

    if (left->time_ns != right->time_ns) {
        return left->time_ns < right->time_ns ? -1 : 1;
    }
    return left->number < right->number ? -1 : left->number > right->number;
}

/* Sorts by time. Events of the same time, or of a device without a clock, stay in the buffer's order, which
 * is the order of each slot. NULL when memory is exhausted. */
static struct coop_trace_event *sorted(const struct coop_trace_event *events, size_t count)
{
    struct coop_trace_event *result = malloc((count + 1) * sizeof *result);
    struct key *keys = malloc((count + 1) * sizeof *keys);

    if (result != NULL && keys != NULL) {
        for (size_t i = 0; i < count; i++) {
            keys[i] = (struct key){events[i].time_ns, i};
        }
        qsort(keys, count, sizeof *keys, compare_keys);
        for (size_t i = 0; i < count; i++) {
            result[i] = events[keys[i].number];
        }
    } else {
        free(result);
        result = NULL;
    }
    free(keys);
    return result;
}

static coop_status copy_launches(struct coop_run_object *run, struct coop_trace *trace)
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
    return copied ? COOP_OK : COOP_OUT_OF_MEMORY;
}

/* The state of the buffer: how many events were offered, and whether more may come. */
static coop_status read_count(struct coop_run_object *run, struct coop_trace *trace,
                              struct coop_trace_count *count)
{
    struct coop_transport *transport = run->context->transport;
    coop_status status = COOP_OK;
    int ignored;

    pthread_mutex_lock(&run->lock);
    *count = run->trace_count;
    trace->was_live = run->state == COOP_RUN_LIVE;
    if (trace->was_live) {
        status = coop_control_read_trace_cursors(&run->control, count);
    } else if (coop_transport_failure(transport, &ignored) != NULL) {
        status = COOP_OPENCL_FAILED; /* perhaps before the cursor was copied */
    }
    pthread_mutex_unlock(&run->lock);
    return status;
}

static coop_status copy_events(struct coop_run_object *run, struct coop_trace *trace)
{
    struct coop_transport *transport = run->context->transport;
    struct coop_trace_event *events;
    struct coop_trace_count count;
    uint64_t stored;
    coop_status status = read_count(run, trace, &count);

    if (status != COOP_OK) {
        return status;
    }
    stored = count.events < run->trace_capacity ? count.events : run->trace_capacity;
    events = malloc((stored + 1) * sizeof *events);
    if (events == NULL) {
        return COOP_OUT_OF_MEMORY;
    }
    if (stored > 0) {
        status = transport->methods->read(transport, run->trace_at - run->context->control_at, events,
                                          stored * sizeof *events);
    }
    if (status != COOP_OK) {
        free(events);
        return status;
    }
    for (uint64_t i = 0; i < stored; i++) {
        if (events[i].kind != 0) { /* a live run may be writing one at this moment */
            events[trace->event_count++] = events[i];
        }
    }
    if (count.barriers > run->trace_barriers) {
        trace->barrier_events_lost = count.barriers - run->trace_barriers;
    }
    trace->events_lost = count.events - trace->event_count + trace->barrier_events_lost;
    trace->events = sorted(events, trace->event_count);
    free(events);
    return trace->events != NULL ? COOP_OK : COOP_OUT_OF_MEMORY;
}

coop_status coop_trace_take(coop_run *handle, struct coop_trace *trace)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status = COOP_OK;

    if (trace != NULL) {
        memset(trace, 0, sizeof *trace);
    }
    if (run == NULL) {
        return coop_error_handle(handle, TAKING, "run");
    }
    if (trace == NULL) {
        status = coop_error_null(&run->context->errors, TAKING, "trace");
        coop_object_release(&run->base);
        return status;
    }
    trace->slot_count = run->control.slot_count;
    trace->has_barriers = run->trace_barriers != 0;
    snprintf(trace->device_name, sizeof trace->device_name, "%s", run->context->device.report.device_name);
    if (run->trace_at == 0) {
        status = coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, TAKING,
                                "the run keeps no trace; start it with trace_events");
    } else {
        status = copy_events(run, trace);
        if (status == COOP_OK) {
            status = copy_launches(run, trace);
        }
        if (status != COOP_OK) {
            coop_trace_clear(trace);
            coop_context_reached(run->context, status, TAKING);
        }
    }
    coop_object_release(&run->base);
    return status;
}

void coop_trace_clear(struct coop_trace *trace)
{
    if (trace != NULL) {
        free(trace->events);
        free(trace->launches);
        memset(trace, 0, sizeof *trace);
    }
}
