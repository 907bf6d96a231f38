/* Waiting for a launch: its outcome, and the handling of a launch that will have none. */
#include "coop/launch.h"

#include "host/base/clock.h"
#include "host/run/failure.h"
#include "host/run/harvest.h"
#include "host/run/report.h"
#include "host/run/run.h"
#include "host/run/stop.h"
#include <string.h>

#define WAITING "waiting for a kernel"

static uint64_t difference(uint64_t later, uint64_t earlier)
{
    return later > earlier && earlier != 0 ? later - earlier : 0;
}

static void fill_stats(const struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    const struct coop_instance_stats *from = &launch->stats;

    memset(stats, 0, sizeof *stats);
    stats->seen_ns = from->seen_ns;
    stats->started_ns = from->started_ns;
    stats->ended_ns = from->last_return_ns.only_through_accessors;
    stats->gather_ns = difference(stats->started_ns, stats->seen_ns);
    stats->run_ns = difference(stats->ended_ns, stats->started_ns);
    if (launch->run->context->device.sleeps_through_host) { /* the device reads the host's clock */
        stats->queued_ns = difference(stats->seen_ns, launch->posted_ns);
    }
    stats->groups_at_start = from->groups_at_start;
    stats->kills = from->kills;
    stats->barrier_kills = from->barrier_kills.only_through_accessors;
    stats->forks = from->forks.only_through_accessors;
    stats->barrier_forks = from->barrier_forks.only_through_accessors;
    stats->barriers = from->barriers;
    stats->suspensions = from->suspensions;
    stats->suspended_ns = from->suspended_ns;
}

static int is_stopping(struct coop_run_object *run)
{
    int is;

    pthread_mutex_lock(&run->lock);
    is = run->is_stopping;
    pthread_mutex_unlock(&run->lock);
    return is;
}

/* How long work-groups may take to leave; after that a waiting caller gets what is known. */
#define LEAVING_NS ((uint64_t)2 * 1000000000)

/* What is left of LEAVING_NS for a launch that was cut short. */
static uint64_t leaving_left_ns(const struct coop_launch_object *launch)
{
    uint64_t passed = coop_clock_now_ns() - launch->cut_short_ns;

    return passed < LEAVING_NS ? LEAVING_NS - passed : 0;
}

/* The outcome of a launch that has ended, for a caller that has `left_ns`. */
static coop_status outcome(struct coop_launch_object *launch, uint64_t left_ns)
{
    coop_status failure;
    int ignored;

    if (!launch->was_cut_short) {
        return COOP_OK;
    }
    failure = coop_run_end_report(launch->run, WAITING);
    if (failure == COOP_OK && !is_stopping(launch->run)) {
        /* the megakernel leaves for a reason that is known only at its end */
        uint64_t leaving_ns = leaving_left_ns(launch);
        uint64_t wait_ns = left_ns < leaving_ns ? left_ns : leaving_ns;
        int code;
        int has_left = wait_ns > 0 && coop_run_wait_until_left(launch->run, wait_ns, &code);
        if (wait_ns == 0) {
            coop_run_harvest(launch->run);
        }
        failure = coop_run_end_report(launch->run, WAITING);
        if (failure == COOP_OK && !has_left && left_ns < leaving_ns) {
            return coop_error_set(&launch->run->context->errors, COOP_TIMED_OUT, WAITING,
                                  "the kernel was cut short, and why is known only when the megakernel has "
                                  "left");
        }
    }
    if (failure != COOP_OK) {
        return failure;
    }
    if (coop_transport_failure(launch->run->context->transport, &ignored) != NULL) {
        return coop_context_reached(launch->run->context, COOP_OPENCL_FAILED, WAITING);
    }
    return coop_error_set(&launch->run->context->errors, COOP_STOPPED, WAITING,
                          "the run was stopped before %s completed",
                          launch->run->module->signature.kernels[launch->kernel].name);
}

/* The state of a launch, for a caller that waits for it. */
struct standing {
    int is_done;
    uint32_t completions; /* for coop_control_wait */
    int is_given_up;      /* the run is given up: the launch will not complete, or it is unknown when */
    int has_failed;       /* the device has failed: the launch ends as soon as every work-group has left */
};

/* Whether the host knows of the launch's end. */
static int is_done(struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    int is;

    pthread_mutex_lock(&launch->run->lock);
    is = launch->is_done;
    if (is && stats != NULL) {
        fill_stats(launch, stats);
    }
    pthread_mutex_unlock(&launch->run->lock);
    return is;
}

static struct standing look(struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    struct coop_run_object *run = launch->run;
    struct coop_run_glance glance = {0};
    struct standing standing = {.is_done = is_done(launch, stats)};

    if (standing.is_done) { /* it was seen with another one */
        return standing;
    }
    glance = coop_run_harvest(run);
    standing.completions = glance.completions;
    standing.is_done = is_done(launch, stats);
    pthread_mutex_lock(&run->lock);
    if (!standing.is_done && run->state == COOP_RUN_LIVE) {
        if (glance.has_failed) {
            coop_failure_take(run);
        }
        standing.has_failed = run->failure.is_complete.only_through_accessors != 0;
        standing.is_given_up = !standing.has_failed && coop_run_judge(run, launch);
    }
    pthread_mutex_unlock(&run->lock);
    return standing;
}

static coop_status wait(struct coop_launch_object *launch, uint64_t timeout_ns,
                        struct coop_launch_stats *stats)
{
    struct coop_run_object *run = launch->run;
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    struct coop_deadline leaving = {UINT64_MAX, 0};

    for (;;) {
        struct standing standing = look(launch, stats);
        uint64_t left = coop_deadline_left_ns(&deadline);
        if (standing.is_done) {
            return outcome(launch, left);
        }
        if (standing.has_failed && leaving.left_ns == UINT64_MAX) {
            leaving = coop_deadline_in(LEAVING_NS);
        }
        if (standing.is_given_up ||
            (standing.has_failed && (left == 0 || coop_deadline_left_ns(&leaving) == 0))) {
            return coop_run_end_report(run, WAITING);
        }
        if (timeout_ns == 0) { /* a caller that polls has no time for a poll of every work-group */
            return coop_error_set(&run->context->errors, COOP_TIMED_OUT, WAITING,
                                  "the kernel has not completed yet");
        }
        if (left == 0) {
            return coop_run_timed_out(run, WAITING, "the kernel has not completed before the deadline");
        }
        coop_control_wait(&run->control, standing.completions,
                          left < run->watch.interval_ns ? left : run->watch.interval_ns);
    }
}

coop_status coop_launch_wait(coop_launch *handle, uint64_t timeout_ns, struct coop_launch_stats *stats)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    coop_status status;

    if (launch == NULL) {
        return coop_error_handle(handle, WAITING, "launch");
    }
    if (timeout_ns == UINT64_MAX) {
        status = coop_error_endless(&launch->run->context->errors, WAITING, "timeout_ns");
    } else {
        status = wait(launch, timeout_ns, stats);
    }
    coop_object_release(&launch->base);
    return status;
}
