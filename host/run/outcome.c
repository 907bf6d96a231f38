#include "host/run/outcome.h"

#include "host/base/clock.h"
#include "host/run/reap.h"
#include "host/run/report.h"
#include <string.h>

static uint64_t difference(uint64_t later, uint64_t earlier)
{
    return later > earlier && earlier != 0 ? later - earlier : 0;
}

void coop_outcome_stats(const struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    const struct coop_instance_stats *from = &launch->stats;

    memset(stats, 0, sizeof *stats);
    stats->seen_ns = from->seen_ns;
    stats->started_ns = from->started_ns;
    stats->ended_ns = from->last_return_ns.only_through_accessors;
    stats->after_ns = from->after_ns;
    stats->gather_ns = difference(stats->started_ns, stats->seen_ns + from->after_ns);
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
    stats->groups_wanted = from->groups_wanted;
    stats->ahead_ns = (uint64_t)from->ahead_us * 1000;
}

/* What is left of COOP_LEAVING_NS for a launch that was cut short. */
static uint64_t leaving_left_ns(const struct coop_launch_object *launch)
{
    uint64_t passed = coop_clock_now_ns() - launch->cut_short_ns;

    return passed < COOP_LEAVING_NS ? COOP_LEAVING_NS - passed : 0;
}

/* Without an answer of the device's, what the last look has shown. */
static int has_started(const struct coop_launch_object *launch)
{
    return launch->has_stats ? launch->stats.groups_at_start != 0 : launch->state >= COOP_INSTANCE_RUNNING;
}

/* A scheduler that stops lets nothing more begin: it may name one that completed at the last moment. */
static int is_waited_for(const struct coop_launch_object *launch, const struct coop_predecessor *one)
{
    return !one->has_completed && (!launch->has_stats || (launch->stats.after_left >> one->index & 1u) != 0);
}

/* Of those that a launch comes after, one that has not completed: the one that has failed, if there is one.
 * NULL: it has started, or waits for none. The run's lock is held. */
static const struct coop_predecessor *find_culprit(const struct coop_launch_object *launch)
{
    const struct coop_run_object *run = launch->run;
    const struct coop_predecessor *culprit = NULL;
    int has_failed = run->failure.is_complete.only_through_accessors != 0;

    for (uint32_t i = 0; !has_started(launch) && i < launch->after_count; i++) {
        const struct coop_predecessor *one = &launch->after[i];
        int failed = has_failed && run->failure.launch == one->sequence;
        if (is_waited_for(launch, one) && (culprit == NULL || failed)) {
            culprit = one;
        }
    }
    return culprit;
}

/* Adds to the message of a launch that has never started what it comes after. The details stay. */
static coop_status blame(struct coop_launch_object *launch, coop_status status)
{
    struct coop_run_object *run = launch->run;
    const struct coop_signature *signature = &run->module->signature;
    struct coop_error why = *coop_last_error();
    struct coop_error_case what = {
        .status = status, .code = why.opencl_code, .doing = COOP_DOING_WAITING, .details = why.details};
    struct coop_predecessor culprit = {0};
    const struct coop_predecessor *found;

    pthread_mutex_lock(&run->lock);
    found = find_culprit(launch);
    culprit = found != NULL ? *found : culprit;
    pthread_mutex_unlock(&run->lock);
    if (found == NULL) {
        return status;
    }
    return coop_error_set_case(&run->context->errors, &what,
                               "%s (launch %u) has not started: it comes after kernel %s (launch %u), which "
                               "has not completed: %s",
                               coop_signature_name(signature, launch->kernel), launch->sequence,
                               coop_signature_name(signature, culprit.kernel), culprit.sequence, why.message);
}

/* Whether nothing more comes to light of why its launches were cut short. */
static int is_settled(struct coop_run_object *run)
{
    int is;

    pthread_mutex_lock(&run->lock);
    is = run->is_stopping || run->state == COOP_RUN_ENDED;
    pthread_mutex_unlock(&run->lock);
    return is;
}

static coop_status report_cut_short(struct coop_launch_object *launch, uint64_t left_ns)
{
    coop_status failure;
    int ignored;

    failure = coop_run_end_report(launch->run, COOP_DOING_WAITING);
    if (failure == COOP_OK && !is_settled(launch->run)) {
        /* the megakernel leaves for a reason that is known only at its end */
        uint64_t leaving_ns = leaving_left_ns(launch);
        uint64_t wait_ns = left_ns < leaving_ns ? left_ns : leaving_ns;
        int code;
        if (wait_ns == 0) {
            coop_run_reap(launch->run);
        } else {
            coop_run_wait_until_left(launch->run, wait_ns, &code);
        }
        failure = coop_run_end_report(launch->run, COOP_DOING_WAITING);
        if (failure == COOP_OK && !is_settled(launch->run) && left_ns < leaving_ns) {
            return coop_error_set(&launch->run->context->errors, COOP_TIMED_OUT, COOP_DOING_WAITING,
                                  "the kernel was cut short, and why is known only when the megakernel has "
                                  "left");
        }
    }
    if (failure != COOP_OK) {
        return failure;
    }
    if (coop_transport_failure(launch->run->context->transport, &ignored) != NULL) {
        return coop_context_reached(launch->run->context, COOP_OPENCL_FAILED, COOP_DOING_WAITING);
    }
    return coop_error_set(
        &launch->run->context->errors, COOP_STOPPED, COOP_DOING_WAITING,
        "the run was stopped before %s completed%s",
        coop_signature_name(&launch->run->module->signature, launch->kernel),
        is_settled(launch->run)
            ? ""
            : "; why is not known: the megakernel has not left the device within 2 s of it");
}

coop_status coop_outcome_report(struct coop_launch_object *launch, uint64_t left_ns)
{
    coop_status status;

    if (!launch->was_cut_short) {
        return COOP_OK;
    }
    status = report_cut_short(launch, left_ns);
    return launch->after_count > 0 && status != COOP_TIMED_OUT ? blame(launch, status) : status;
}

coop_status coop_outcome_report_lost(struct coop_launch_object *launch)
{
    coop_status status = coop_run_end_report(launch->run, COOP_DOING_WAITING);

    return launch->after_count > 0 && status != COOP_OK ? blame(launch, status) : status;
}
