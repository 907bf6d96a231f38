/* Waiting for launches: for one, for any of several; the state of one without waiting. */
#include "host/run/wait.h"

#include "host/base/clock.h"
#include "host/run/outcome.h"
#include "host/run/poll.h"
#include "host/run/report.h"
#include <stdlib.h>

#define DOING COOP_DOING_WAITING

/* How long a wait for launches of several runs sleeps on the counter of one of them. */
#define SEVERAL_RUNS_NS ((uint64_t)1000000)

/* Launches of which the first end is waited for. Some may be NULL. */
struct wait {
    struct coop_launch_object *const *launches;
    size_t count;
    uint64_t timeout_ns;
    struct coop_deadline deadline;
};

enum end { END_DONE, END_GIVEN_UP, END_OF_TIME };

static struct wait begin_wait(struct coop_launch_object *const *launches, size_t count, uint64_t timeout_ns)
{
    return (struct wait){launches, count, timeout_ns, coop_deadline_in(timeout_ns)};
}

/* The first one that has ended; count: none has. */
static size_t find_done(const struct wait *wait, struct coop_launch_stats *stats)
{
    size_t i = 0;

    while (i < wait->count && (wait->launches[i] == NULL || !coop_poll_is_done(wait->launches[i], stats))) {
        i++;
    }
    return i;
}

/* Is it the first one of its run? */
static int is_first_of_run(const struct wait *wait, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (wait->launches[i] != NULL && wait->launches[i]->run == wait->launches[index]->run) {
            return 0;
        }
    }
    return 1;
}

/* A look at all runs of the launches. */
struct round {
    size_t runs;
    size_t given_up; /* a launch whose run is given up, now or when work-groups had time to leave */
    size_t failed;   /* a launch whose run has failed; both are the count when there is none */
    struct coop_run_object *run; /* the last of the runs, to sleep on */
    uint32_t completions;
};

static struct round look(const struct wait *wait)
{
    struct round round = {.given_up = wait->count, .failed = wait->count};

    for (size_t i = 0; i < wait->count; i++) {
        struct coop_poll poll;
        if (wait->launches[i] == NULL || !is_first_of_run(wait, i)) {
            continue;
        }
        round.run = wait->launches[i]->run;
        poll = coop_poll_run(round.run, wait->launches, wait->count);
        round.completions = poll.completions;
        round.runs++;
        round.given_up = poll.is_given_up && round.given_up == wait->count ? i : round.given_up;
        round.failed = poll.has_failed && round.failed == wait->count ? i : round.failed;
    }
    return round;
}

static void rest(const struct round *round, uint64_t left_ns)
{
    uint64_t most_ns = round->run->watch.interval_ns;

    most_ns = round->runs > 1 && most_ns > SEVERAL_RUNS_NS ? SEVERAL_RUNS_NS : most_ns;
    coop_control_wait(&round->run->control, round->completions, left_ns < most_ns ? left_ns : most_ns);
}

/* Waits until one of the launches has ended, or never will.
 * *which    that one; count: the time is over
 * *left_ns  of the time */
static enum end wait_for(struct wait *wait, size_t *which, struct coop_launch_stats *stats, uint64_t *left_ns)
{
    for (;;) {
        struct round round;
        *which = find_done(wait, stats); /* it was seen with another one */
        *left_ns = coop_deadline_left_ns(&wait->deadline);
        if (*which < wait->count) {
            return END_DONE;
        }
        round = look(wait);
        *which = find_done(wait, stats);
        *left_ns = coop_deadline_left_ns(&wait->deadline);
        if (*which < wait->count) {
            return END_DONE;
        }
        if (*left_ns == 0) {
            *which = round.failed;
        }
        *which = round.given_up < wait->count ? round.given_up : *which;
        if (*which < wait->count || *left_ns == 0) {
            return *which < wait->count ? END_GIVEN_UP : END_OF_TIME;
        }
        rest(&round, *left_ns);
    }
}

/* What a call says of the end of its wait. */
static coop_status report(const struct wait *wait, enum end end, size_t which, uint64_t left_ns,
                          const char *not_yet)
{
    struct coop_launch_object *launch = wait->launches[which < wait->count ? which : 0];

    switch (end) {
    case END_DONE:
        return coop_outcome_report(launch, left_ns);
    case END_GIVEN_UP:
        return coop_outcome_report_lost(launch);
    default:
        break;
    }
    for (size_t i = 0; launch == NULL; i++) {
        launch = wait->launches[i];
    }
    if (wait->timeout_ns == 0) { /* a caller that polls has no time for a poll of every work-group */
        return coop_error_set(&launch->run->context->errors, COOP_TIMED_OUT, DOING, "%s yet", not_yet);
    }
    return coop_run_timed_out(launch->run, DOING, not_yet);
}

coop_status coop_launch_wait(coop_launch *handle, uint64_t timeout_ns, struct coop_launch_stats *stats)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    coop_status status;

    if (launch == NULL) {
        return coop_error_handle(handle, DOING, "launch");
    }
    if (timeout_ns == UINT64_MAX) {
        status = coop_error_endless(&launch->run->context->errors, DOING, "timeout_ns");
    } else {
        struct wait wait = begin_wait(&launch, 1, timeout_ns);
        uint64_t left_ns;
        size_t which;
        enum end end = wait_for(&wait, &which, stats, &left_ns);
        status = report(&wait, end, which, left_ns,
                        timeout_ns == 0 ? "the kernel has not completed"
                                        : "the kernel has not completed before the deadline");
    }
    coop_object_release(&launch->base);
    return status;
}

static void release(struct coop_launch_object **launches, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        coop_object_release(launches[i] != NULL ? &launches[i]->base : NULL);
    }
    free(launches);
}

/* The objects behind the handles, with a reference each; the number of those that are not NULL in *some.
 * Errors are recorded. */
static coop_status take(coop_launch *const *handles, size_t count, struct coop_launch_object **launches,
                        size_t *some)
{
    *some = 0;
    for (size_t i = 0; i < count; i++) {
        if (handles[i] == NULL) {
            continue;
        }
        launches[i] = coop_object_get(handles[i], COOP_KIND_LAUNCH);
        if (launches[i] == NULL) {
            return coop_error_handle(handles[i], DOING, "launch");
        }
        (*some)++;
    }
    return *some > 0 ? COOP_OK
                     : coop_error_set(NULL, COOP_INVALID_ARGUMENT, DOING, "there is no launch to wait for");
}

coop_status coop_launch_wait_any(coop_launch *const *handles, size_t count, uint64_t timeout_ns,
                                 size_t *index, struct coop_launch_stats *stats)
{
    struct coop_launch_object **launches;
    coop_status status;
    size_t ignored;
    size_t some;

    index = index != NULL ? index : &ignored;
    *index = count;
    if (handles == NULL && count > 0) {
        return coop_error_null(NULL, DOING, "launches");
    }
    if (timeout_ns == UINT64_MAX) {
        return coop_error_endless(NULL, DOING, "timeout_ns");
    }
    launches = calloc(count > 0 ? count : 1, sizeof *launches);
    if (launches == NULL) {
        return coop_error_out_of_memory(NULL, DOING);
    }
    status = take(handles, count, launches, &some);
    if (status == COOP_OK) {
        struct wait wait = begin_wait(launches, count, timeout_ns);
        uint64_t left_ns;
        enum end end = wait_for(&wait, index, stats, &left_ns);
        status = report(&wait, end, *index, left_ns,
                        timeout_ns == 0 ? "none of the launches has ended"
                                        : "none of the launches has ended before the deadline");
    }
    release(launches, count);
    return status;
}

/* The state of one that has not ended. */
static enum coop_launch_phase phase_of(struct coop_launch_object *launch)
{
    uint32_t state;

    pthread_mutex_lock(&launch->run->lock);
    state = launch->state;
    pthread_mutex_unlock(&launch->run->lock);
    return state == COOP_INSTANCE_RUNNING ? COOP_LAUNCH_RUNS : COOP_LAUNCH_WAITS;
}

coop_status coop_launch_status(coop_launch *handle, struct coop_launch_state *state)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    struct coop_launch_state found = {0};

    if (launch == NULL) {
        return coop_error_handle(handle, DOING, "launch");
    }
    if (state == NULL) {
        coop_status status = coop_error_null(&launch->run->context->errors, DOING, "state");
        coop_object_release(&launch->base);
        return status;
    }
    if (!coop_poll_is_done(launch, &found.stats)) {
        struct coop_poll poll = coop_poll_run(launch->run, &launch, 1);
        found.phase = poll.is_given_up ? COOP_LAUNCH_ENDED : phase_of(launch);
        found.outcome = poll.is_given_up ? coop_outcome_report_lost(launch) : COOP_OK;
    }
    if (coop_poll_is_done(launch, &found.stats)) {
        found.phase = COOP_LAUNCH_ENDED;
        found.outcome = coop_outcome_report(launch, 0);
    }
    *state = found;
    coop_object_release(&launch->base);
    return COOP_OK;
}

int coop_launch_settles(coop_launch *handle, uint64_t ns)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    struct wait wait = begin_wait(&launch, 1, ns);
    int settles = launch == NULL;

    while (!settles) {
        struct round round;
        uint64_t left;
        settles = coop_poll_is_done(launch, NULL);
        if (settles) {
            break;
        }
        round = look(&wait);
        left = coop_deadline_left_ns(&wait.deadline);
        settles = coop_poll_is_done(launch, NULL) || round.given_up == 0 || round.failed == 0;
        if (settles || left == 0) {
            break;
        }
        rest(&round, left);
    }
    coop_object_release(launch != NULL ? &launch->base : NULL);
    return settles;
}

const struct coop_context_object *coop_launch_context(coop_launch *handle)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    const struct coop_context_object *context = launch != NULL ? launch->run->context : NULL;

    coop_object_release(launch != NULL ? &launch->base : NULL);
    return context;
}
