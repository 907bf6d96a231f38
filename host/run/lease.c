/* Leases (coop/lease.h): launches without a kernel, and their ends. */
#include "coop/lease.h"

#include "host/base/clock.h"
#include "host/run/join_queues.h"
#include "host/run/joins.h"
#include "host/run/launch.h"
#include "host/run/reap.h"
#include "host/run/report.h"

#define ENDING "ending a lease"

static coop_status say_busy(struct coop_run_object *run)
{
    return coop_error_set(
        &run->context->errors, COOP_BUSY, COOP_DOING_POSTING,
        "none of the %d queues by which work-groups come back is free: %u belong to leases "
        "that have not ended, and %u work-groups that were sent back have not left again; end "
        "a lease, set timeout_ns, or let a lease of more work-groups come now and then",
        COOP_JOINS_MAX, coop_joins_taken(run), coop_joins_count(run));
}

/* A queue by which the work-groups come back. The device is asked only when the host knows of none. */
static coop_status take_queue(struct coop_run_object *run, struct coop_deadline *deadline, uint32_t *queue)
{
    int has_looked = 0;

    while (!coop_joins_take(run, has_looked, queue)) {
        uint32_t completions = coop_control_completions(&run->control);
        uint64_t left = coop_deadline_left_ns(deadline);
        if (has_looked && left == 0) {
            return say_busy(run);
        }
        coop_run_reap(run);
        if (has_looked) {
            coop_control_wait(&run->control, completions, left < 1000000 ? left : 1000000);
        }
        has_looked = 1;
    }
    return COOP_OK;
}

/* Many leases of different work-groups leave some that have come by each queue. One of all that can be had
 * lets them leave, and come back by its own. It is no job of a series, which would take it for another size.
 */
static void take_all(const struct coop_run_object *run, struct coop_launch_record *record)
{
    record->groups_least = record->groups_least != 0 ? record->groups_least : record->groups_wanted;
    record->groups_wanted = run->control.slot_count - 1;
    record->period_ns = 0;
    record->flags &= ~(uint32_t)COOP_INSTANCE_AUTOMATIC;
}

static coop_status begin(struct coop_run_object *run, struct coop_posting *posting, coop_launch **lease)
{
    coop_status status = coop_joins_open(run);

    if (status == COOP_OK) {
        status = take_queue(run, &posting->deadline, &posting->record.weight);
    }
    if (status != COOP_OK) {
        return status;
    }
    if (coop_joins_are_scarce(run)) {
        take_all(run, &posting->record);
    }
    status = coop_launch_post(run, posting, lease);
    if (status != COOP_OK) {
        coop_joins_give_back(run, posting->record.weight);
    }
    return status;
}

coop_status coop_lease_begin(coop_run *run_handle, const struct coop_launch_options *options,
                             coop_launch **lease)
{
    struct coop_run_object *run = coop_object_get(run_handle, COOP_KIND_RUN);
    struct coop_posting posting = {0};
    coop_status status;

    if (lease != NULL) {
        *lease = NULL;
    }
    if (run == NULL) {
        return coop_error_handle(run_handle, COOP_DOING_POSTING, "run");
    }
    status = lease == NULL ? coop_error_null(&run->context->errors, COOP_DOING_POSTING, "lease")
                           : coop_posting_prepare_lease(run, options, &posting);
    if (status == COOP_OK) {
        status = begin(run, &posting, lease);
    }
    coop_posting_clear(&posting);
    coop_object_release(&run->base);
    return status;
}

static coop_status end(struct coop_launch_object *launch, cl_command_queue queue)
{
    struct coop_run_object *run = launch->run;
    struct coop_error_record *errors = &run->context->errors;
    const char *call = NULL;
    coop_status status;
    cl_int code;

    if (launch->lease_groups == 0) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, ENDING,
                              "the launch is one of a kernel, which ends by itself; a lease is begun with "
                              "coop_lease_begin");
    }
    if (queue != NULL && queue == run->context->queue) {
        return coop_error_set(
            errors, COOP_INVALID_ARGUMENT, ENDING,
            "the queue is that of the run itself (opencl_queue), where everything waits for "
            "the run's end; enqueue the lease's commands on another one");
    }
    status = coop_joins_send(launch, queue, &code, &call);
    switch (status) {
    case COOP_OPENCL_FAILED:
        return coop_error_opencl(errors, code, call, ENDING);
    case COOP_INVALID_ARGUMENT:
        return coop_error_set(errors, status, ENDING, "the lease has been ended before");
    case COOP_STOPPED:
        status = coop_run_end_report(run, ENDING);
        return status != COOP_OK ? status
                                 : coop_error_set(errors, COOP_STOPPED, ENDING,
                                                  "the run has been stopped: no work-group comes back");
    default:
        return status;
    }
}

coop_status coop_lease_end(coop_launch *handle, cl_command_queue queue)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    coop_status status;

    if (launch == NULL) {
        return coop_error_handle(handle, ENDING, "lease");
    }
    status = end(launch, queue);
    coop_object_release(&launch->base);
    return status;
}
