/* A live run and its end: waiting, taking over results, stopping. The start is in run_start.c. */
#include "host/run/run_object.h"

#include "host/base/clock.h"
#include "host/device/alone.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STOPPING "stopping a run"

uint32_t coop_run_notice(struct coop_run_object *run)
{
    return coop_run_load(run, COOP_AT(notice));
}

void coop_run_wait_notice(struct coop_run_object *run, uint32_t seen, uint64_t most_ns)
{
    run->context->transport->methods->wait(run->context->transport, seen,
                                           most_ns < COOP_CLOCK_SLICE_NS ? most_ns : COOP_CLOCK_SLICE_NS);
}

enum coop_run_life coop_run_life(struct coop_run_object *run, int *code)
{
    cl_int state = CL_QUEUED;
    int reached;

    *code = clGetEventInfo(run->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (*code == CL_SUCCESS && state <= CL_COMPLETE) {
        *code = state < CL_COMPLETE ? state : CL_SUCCESS;
        return COOP_RUN_GONE;
    }
    if (coop_transport_failure(run->context->transport, &reached) != NULL) {
        *code = reached; /* nothing reaches it any more, and nobody can tell it to leave */
        return COOP_RUN_UNKNOWN;
    }
    return *code == CL_SUCCESS ? COOP_RUN_THERE : COOP_RUN_UNKNOWN;
}

coop_status coop_run_report_unknown(struct coop_run_object *run, int code, const char *doing)
{
    int ignored;

    return coop_transport_failure(run->context->transport, &ignored) != NULL
               ? coop_context_reached(run->context, COOP_OPENCL_FAILED, doing)
               : coop_error_opencl(&run->context->errors, code, "clGetEventInfo", doing);
}

static void finish_launch(struct coop_run_object *run, struct coop_launch_object *launch, int was_answered,
                          int ended)
{
    struct coop_transport *transport = run->context->transport;
    uint64_t at = coop_instance_at(launch->index);

    launch->was_cut_short = !was_answered ||
                            transport->methods->read(transport, at + offsetof(struct coop_instance, stats),
                                                     &launch->stats, sizeof launch->stats) != COOP_OK ||
                            launch->stats.was_cut_short != 0;
    launch->is_done = 1;
    if (!ended) { /* the entry is free for the next launch */
        transport->methods->store(transport, at + offsetof(struct coop_instance, state), COOP_INSTANCE_EMPTY);
    }
    run->entries[launch->index] = NULL;
    coop_object_release(&launch->base);
}

uint64_t coop_instance_at(uint32_t index)
{
    return COOP_AT(instances) + (uint64_t)index * sizeof(struct coop_instance);
}

/* Finishes the launches whose entries are done, and where the megakernel has ended all others, too. */
static void finish_launches(struct coop_run_object *run, int ended)
{
    struct coop_transport_word states[COOP_INSTANCES_MAX];
    uint32_t entries[COOP_INSTANCES_MAX];
    uint32_t count = 0;
    int is_known;

    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (run->entries[i] != NULL) {
            states[count].offset = coop_instance_at(i) + offsetof(struct coop_instance, state);
            states[count].bytes = sizeof(uint32_t);
            entries[count++] = i;
        }
    }
    is_known = count == 0 ||
               run->context->transport->methods->collect(run->context->transport, states, count) == COOP_OK;
    for (uint32_t i = 0; i < count; i++) {
        int is_done = is_known && states[i].value == COOP_INSTANCE_DONE;
        if (is_done || ended) {
            finish_launch(run, run->entries[entries[i]], is_done, ended);
        }
    }
}

void coop_run_harvest(struct coop_run_object *run)
{
    int ended;
    int code = 0;

    pthread_mutex_lock(&run->lock);
    ended = run->phase == COOP_RUN_LIVE && coop_run_life(run, &code) == COOP_RUN_GONE;
    finish_launches(run, ended);
    if (ended) {
        coop_failure_take(run);
        run->context->transport->methods->read(run->context->transport, COOP_AT(trace_cursor),
                                               &run->trace_cursor, sizeof run->trace_cursor);
        run->phase = COOP_RUN_ENDED;
        run->end_code = code;
        coop_run_judge_end(run);
        pthread_mutex_lock(&run->context->lock);
        if (run->context->run == run) {
            run->context->run = NULL; /* another run may start */
            coop_alone_give(run);
        }
        pthread_mutex_unlock(&run->context->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

coop_status coop_run_timed_out(struct coop_run_object *run, const char *doing, const char *what)
{
    size_t capacity = 16384;
    char *text = malloc(capacity);

    coop_error_set(&run->context->errors, COOP_TIMED_OUT, doing,
                   "%s; the details show what every work-group does", what);
    if (text != NULL) {
        coop_describe(run, text, capacity);
        coop_error_details(&run->context->errors, text);
    }
    free(text);
    return COOP_TIMED_OUT;
}

void coop_run_free(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;

    if (run->trace_at != 0 && run->phase == COOP_RUN_ENDED) {
        pthread_mutex_lock(&run->context->lock);
        coop_memory_give(&run->context->memory, run->trace_at);
        pthread_mutex_unlock(&run->context->lock);
    }
    if (run->event != NULL) {
        clReleaseEvent(run->event);
    }
    if (run->kernel != NULL) {
        clReleaseKernel(run->kernel);
    }
    free(run->launches);
    free(run->verdict_details);
    coop_watch_clear(&run->watch);
    pthread_mutex_destroy(&run->lock);
    coop_object_release(&run->module->base);
    coop_object_release(&run->context->base);
    free(run);
}

void coop_run_ask_to_stop_locked(struct coop_run_object *run)
{
    run->is_stopping = 1;
    if (run->phase == COOP_RUN_LIVE) {
        run->context->transport->methods->store(run->context->transport, COOP_AT(stop), 1);
        run->context->transport->methods->ring(run->context->transport);
    }
}

void coop_run_ask_to_stop(struct coop_run_object *run)
{
    pthread_mutex_lock(&run->lock);
    coop_run_ask_to_stop_locked(run);
    pthread_mutex_unlock(&run->lock);
}

/* How often in a row, about a millisecond apart, the driver may fail to say whether the megakernel has
 * ended. */
#define UNKNOWN_MAX 250

int coop_run_outwait(struct coop_run_object *run, uint64_t timeout_ns, int *code)
{
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    enum coop_run_life life;
    int unknown = 0;

    while ((life = coop_run_life(run, code)) != COOP_RUN_GONE) {
        uint32_t notice = coop_run_notice(run);
        uint64_t left = coop_deadline_left_ns(&deadline);
        unknown = life == COOP_RUN_UNKNOWN ? unknown + 1 : 0;
        if (left == 0 || unknown > UNKNOWN_MAX) {
            return 0;
        }
        /* The event completes a moment after the last notice, without another one. */
        run->context->transport->methods->wait(run->context->transport, notice,
                                               left < 1000000 ? left : 1000000);
    }
    coop_run_harvest(run);
    return 1;
}

/* What is kept stays reachable, so that a debugger finds it and a leak checker does not take it for lost. */
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static struct coop_run_object *kept;

void coop_run_keep_for_ever(struct coop_run_object *run)
{
    int is_new;

    pthread_mutex_lock(&run->context->lock);
    is_new = !run->context->keeps_arena;
    run->context->keeps_arena = 1;
    pthread_mutex_unlock(&run->context->lock);
    if (is_new) {
        coop_alone_keep(run);
        coop_object_keep(&run->base);
        pthread_mutex_lock(&kept_lock);
        run->next_kept = kept;
        kept = run;
        pthread_mutex_unlock(&kept_lock);
    }
}

void coop_run_look_at_kept(void)
{
    pthread_mutex_lock(&kept_lock);
    for (struct coop_run_object *run = kept; run != NULL; run = run->next_kept) {
        coop_run_harvest(run);
    }
    pthread_mutex_unlock(&kept_lock);
}

static coop_status stop(struct coop_run_object *run, uint64_t timeout_ns)
{
    int code;

    coop_run_ask_to_stop(run);
    if (coop_run_outwait(run, timeout_ns != 0 ? timeout_ns : COOP_RUN_STOP_NS, &code)) {
        return COOP_OK;
    }
    pthread_mutex_lock(&run->lock);
    run->was_outwaited = 1;
    pthread_mutex_unlock(&run->lock);
    if (code != 0) {
        return coop_run_report_unknown(run, code, STOPPING);
    }
    return coop_run_timed_out(run, STOPPING, "a work-group has not left the megakernel before the deadline");
}

coop_status coop_run_stop(coop_run *handle, uint64_t timeout_ns)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status;

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = stop(run, timeout_ns);
    coop_object_release(&run->base);
    return status;
}

/* Stops; if the device does not let go, the arena must outlive everything. Who has waited for that in vain
 * once does not wait again. */
static void stop_or_keep(struct coop_run_object *run)
{
    uint64_t timeout_ns;

    pthread_mutex_lock(&run->lock);
    timeout_ns = run->verdict != COOP_OK || run->was_outwaited ? COOP_RUN_GIVEN_UP_STOP_NS : COOP_RUN_STOP_NS;
    pthread_mutex_unlock(&run->lock);
    pthread_mutex_lock(&run->context->lock);
    timeout_ns = run->context->keeps_arena ? 1 : timeout_ns;
    pthread_mutex_unlock(&run->context->lock);
    if (stop(run, timeout_ns) != COOP_OK) {
        coop_run_keep_for_ever(run);
    }
}

void coop_run_destroy(coop_run *handle)
{
    struct coop_run_object *run = coop_object_close(handle, COOP_KIND_RUN);

    if (run != NULL) {
        stop_or_keep(run);
        coop_object_release(&run->base);
    }
}

void coop_run_stop_live(struct coop_context_object *context)
{
    struct coop_run_object *run;

    pthread_mutex_lock(&context->lock);
    run = context->run;
    if (run != NULL) {
        coop_object_keep(&run->base);
    }
    pthread_mutex_unlock(&context->lock);
    if (run != NULL) {
        stop_or_keep(run);
        coop_object_release(&run->base);
    }
}

coop_status coop_run_report(coop_run *handle, struct coop_run_report *report)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    struct coop_transport *transport;

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    coop_run_harvest(run);
    transport = run->context->transport;
    memset(report, 0, sizeof *report);
    report->worker_groups = run->slot_count - 1;
    report->local_items = run->local_items;
    report->control_bytes = run->control_bytes;
    pthread_mutex_lock(&run->lock);
    report->is_live = run->phase == COOP_RUN_LIVE;
    if (report->is_live) {
        report->has_clock = coop_run_load(run, COOP_AT(has_clock)) != 0;
        transport->methods->read(transport, COOP_AT(heartbeat), &report->heartbeat, sizeof report->heartbeat);
    }
    pthread_mutex_unlock(&run->lock);
    coop_object_release(&run->base);
    return COOP_OK;
}

coop_status coop_run_describe(coop_run *handle, char *text, size_t capacity)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);

    if (run == NULL) {
        return COOP_INVALID_HANDLE;
    }
    coop_describe(run, text, capacity);
    coop_object_release(&run->base);
    return COOP_OK;
}
