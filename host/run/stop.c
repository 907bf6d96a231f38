#include "host/run/stop.h"

#include "host/device/exclusive.h"
#include "host/run/joins.h"
#include "host/run/reap.h"
#include "host/run/report.h"
#include "host/run/turn.h"
#include <stdio.h>

#define STOPPING "stopping a run"

/* The run's lock is held. */
static void ask_to_stop(struct coop_run_object *run)
{
    run->is_stopping = 1;
    coop_threads_leave(&run->threads);
    if (coop_run_has_control(run)) {
        coop_control_tell_to_stop(&run->control);
    }
}

void coop_run_ask_to_stop(struct coop_run_object *run)
{
    coop_turn_post(run);
    ask_to_stop(run);
    pthread_mutex_unlock(&run->lock);
}

int coop_run_judge(struct coop_run_object *run, uint32_t entries)
{
    if (run->fault.status != COOP_OK) {
        return 1;
    }
    if (!coop_fault_find(&run->watch, entries, &run->fault)) {
        return 0;
    }
    coop_event_add(&run->loop_event);
    if (run->fault.status != COOP_OPENCL_FAILED) { /* without memory access nothing reaches the megakernel */
        ask_to_stop(run);
    }
    return 1;
}

static void poll_kept(struct coop_object *object)
{
    coop_run_reap((struct coop_run_object *)object);
}

void coop_run_leak(struct coop_run_object *run)
{
    int is_new;

    pthread_mutex_lock(&run->context->lock);
    is_new = !run->context->keeps_arena;
    run->context->keeps_arena = 1;
    coop_arena_keep(run->context->arena);
    pthread_mutex_unlock(&run->context->lock);
    if (is_new) {
        coop_exclusive_keep(run);
        run->kept.object = &run->base;
        run->kept.poll = poll_kept;
        coop_kept_add(&run->kept);
    }
}

coop_status coop_run_stop_within(struct coop_run_object *run, uint64_t timeout_ns)
{
    char why[200];
    uint32_t come;
    int code;

    coop_run_ask_to_stop(run);
    if (coop_run_wait_until_left(run, timeout_ns != 0 ? timeout_ns : run->stop_timeout_ns, &code)) {
        return COOP_OK;
    }
    pthread_mutex_lock(&run->lock);
    run->stop_has_failed = 1;
    pthread_mutex_unlock(&run->lock);
    if (code != 0) {
        return coop_run_report_unknown(run, code, STOPPING);
    }
    come = coop_joins_count(run);
    if (come == 0) {
        return coop_run_timed_out(run, STOPPING,
                                  "a work-group has not left the megakernel before the deadline");
    }
    snprintf(
        why, sizeof why,
        "%u work-groups that came back for leases, or wait behind a lease's commands, have not ended before "
        "the deadline",
        come);
    return coop_run_timed_out(run, STOPPING, why);
}

coop_status coop_run_stop(coop_run *handle, uint64_t timeout_ns)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status;

    if (run == NULL) {
        return coop_error_handle(handle, STOPPING, "run");
    }
    status = timeout_ns == UINT64_MAX ? coop_error_endless(&run->context->errors, STOPPING, "timeout_ns")
                                      : coop_run_stop_within(run, timeout_ns);
    coop_object_release(&run->base);
    return status;
}
