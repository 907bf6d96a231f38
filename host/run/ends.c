#include "host/run/ends.h"

#include "host/run/outcome.h"
#include "host/run/poll.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT_THE_END "asking for a call at a launch's end"
#define ASKING "making a descriptor for events"

struct coop_end {
    struct coop_end *next;
    struct coop_launch_object *launch; /* a reference */
    coop_launch_function *function;
    void *user;
};

/* Is one called before the other (H6)? The list has those of a launch in order. */
static int is_before(const struct coop_launch_object *one, const struct coop_launch_object *other)
{
    return one->ended_in != other->ended_in ? one->ended_in < other->ended_in
                                            : one->sequence < other->sequence;
}

/* Takes the next function to be called out of the list; NULL: nothing has ended.
 * is_lost  what has not ended will not: it comes behind what has. */
static struct coop_end *take_next(struct coop_run_object *run, int is_lost)
{
    struct coop_end **best = NULL;
    struct coop_end *end = NULL;

    pthread_mutex_lock(&run->lock);
    for (struct coop_end **at = &run->ends.first; *at != NULL; at = &(*at)->next) {
        struct coop_launch_object *launch = (*at)->launch;
        if (launch->is_done && launch->ended_in <= run->looks_made &&
            (best == NULL || is_before(launch, (*best)->launch))) {
            best = at;
        }
    }
    if (best == NULL && is_lost && run->ends.first != NULL) {
        best = &run->ends.first;
    }
    if (best != NULL) {
        end = *best;
        *best = end->next;
        end->launch->awaited--;
    }
    pthread_mutex_unlock(&run->lock);
    return end;
}

/* Why a launch that has not ended never will. */
static coop_status say_lost(struct coop_launch_object *launch)
{
    coop_status status = coop_outcome_report_lost(launch);

    if (status != COOP_OK) {
        return status;
    }
    return coop_error_set(&launch->run->context->errors, COOP_STOPPED, COOP_DOING_WAITING,
                          "the run was stopped before %s completed, and has not left the device",
                          coop_signature_name(&launch->run->module->signature, launch->kernel));
}

static void call(struct coop_end *end)
{
    struct coop_launch_stats stats = {0};
    int is_done = coop_poll_is_done(end->launch, &stats);
    coop_status status = is_done ? coop_outcome_report(end->launch, COOP_LEAVING_NS) : say_lost(end->launch);

    end->function(end->user, status, &stats);
    coop_object_release(&end->launch->base);
    free(end);
}

/* Sleeps until there is something to do; false: there never will be. The run's lock is held. */
static int is_wanted(struct coop_run_object *run)
{
    struct coop_run_ends *ends = &run->ends;

    ends->is_watching = 0;
    while (!ends->is_closing && ends->first == NULL &&
           !(run->loop_event.fd >= 0 && coop_run_has_control(run))) {
        pthread_cond_wait(&ends->changed, &run->lock);
    }
    ends->is_watching = 1;
    return !ends->is_closing || ends->first != NULL;
}

static int is_closing(struct coop_run_object *run)
{
    int is;

    pthread_mutex_lock(&run->lock);
    is = run->ends.is_closing;
    pthread_mutex_unlock(&run->lock);
    return is;
}

/* One look, and the calls for all that it has shown. */
static void watch(struct coop_run_object *run)
{
    struct coop_poll poll = coop_poll_run(run, NULL, 0);
    struct coop_end *end;
    int is_closed = is_closing(run);
    int has_called = 0;

    while ((end = take_next(run, poll.is_given_up || is_closed)) != NULL) {
        call(end);
        has_called = 1;
    }
    if (!has_called && !is_closed) { /* calls take time, in which others may have ended */
        coop_control_wait(&run->control, poll.completions, run->watch.interval_ns);
    }
}

static void *serve(void *argument)
{
    struct coop_run_object *run = argument;
    int is_alone;

    coop_ends_join_enter(run);
    pthread_mutex_lock(&run->lock);
    while (is_wanted(run)) {
        pthread_mutex_unlock(&run->lock);
        watch(run);
        pthread_mutex_lock(&run->lock);
    }
    run->ends.has_left = 1;
    pthread_cond_broadcast(&run->ends.changed);
    is_alone = !run->ends.is_joined;
    run->ends.is_joined = 1;
    pthread_mutex_unlock(&run->lock);
    if (is_alone) { /* the run was closed by a call that could not wait, and nobody joins the thread */
        pthread_detach(pthread_self());
        coop_context_remove_closer(run->context, &run->ends.closer);
    }
    coop_object_release(&run->base);
    return NULL;
}

#define IS_CLOSED (-1)

static void close_with_context(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;

    coop_ends_close(object);
    coop_context_remove_closer(run->context, &run->ends.closer);
}

/* Begins the thread if there is none. 0, pthread_create's error, or IS_CLOSED where the run or its context is
 * destroyed. The run's lock is held. */
static int begin_thread(struct coop_run_object *run)
{
    struct coop_run_ends *ends = &run->ends;
    int error = 0;

    if (ends->is_closing) {
        return IS_CLOSED;
    }
    if (!ends->has_thread) {
        ends->closer = (struct coop_context_closer){NULL, &run->base, close_with_context};
        if (!coop_context_add_closer(run->context, &ends->closer)) {
            return IS_CLOSED;
        }
        coop_object_keep(&run->base); /* the thread's */
        error = pthread_create(&ends->thread, NULL, serve, run);
        ends->has_thread = error == 0;
        if (error != 0) {
            coop_context_remove_closer(run->context, &ends->closer);
            coop_object_release(&run->base);
        }
    }
    pthread_cond_broadcast(&ends->changed);
    return error;
}

static coop_status say_no_thread(struct coop_run_object *run, const char *doing, int error)
{
    if (error == IS_CLOSED) {
        return coop_error_set(&run->context->errors, COOP_STOPPED, doing,
                              "the run was destroyed; coop_launch_wait has the outcomes of its launches");
    }
    return coop_error_set(&run->context->errors, COOP_OUT_OF_MEMORY, doing,
                          "no thread could be started: pthread_create failed (%s)", strerror(error));
}

/* Appends the end to the run's list, which takes it over if the outcome is COOP_OK. */
static coop_status add(struct coop_run_object *run, struct coop_end *end)
{
    struct coop_end **at = &run->ends.first;
    int is_asleep = 0;
    int error;

    pthread_mutex_lock(&run->lock);
    error = begin_thread(run);
    if (error == 0) {
        while (*at != NULL) {
            at = &(*at)->next;
        }
        *at = end;
        end->launch->awaited++;
        /* No count of the device comes for an end that has been seen; and naps are not cut short by one (X5).
         */
        is_asleep = run->ends.is_watching && (end->launch->is_done || run->context->transport->rings_by_copy);
    }
    pthread_mutex_unlock(&run->lock);
    if (is_asleep) {
        coop_control_wake(&run->control);
    }
    return error == 0 ? COOP_OK : say_no_thread(run, AT_THE_END, error);
}

coop_status coop_launch_on_end(coop_launch *handle, coop_launch_function *function, void *user)
{
    struct coop_launch_object *launch = coop_object_get(handle, COOP_KIND_LAUNCH);
    struct coop_end *end = NULL;
    coop_status status;

    if (launch == NULL) {
        return coop_error_handle(handle, AT_THE_END, "launch");
    }
    if (function == NULL) {
        status = coop_error_null(&launch->run->context->errors, AT_THE_END, "function");
    } else if ((end = malloc(sizeof *end)) == NULL) {
        status = coop_error_out_of_memory(&launch->run->context->errors, AT_THE_END);
    } else {
        *end = (struct coop_end){NULL, launch, function, user};
        coop_object_keep(&launch->base);
        status = add(launch->run, end);
    }
    if (status != COOP_OK && end != NULL) {
        coop_object_release(&launch->base);
        free(end);
    }
    coop_object_release(&launch->base);
    return status;
}

static coop_status give_fd(struct coop_run_object *run, int *fd)
{
    coop_status status = COOP_OK;
    const char *call = NULL;
    int why = 0;
    int error;

    pthread_mutex_lock(&run->lock);
    error = begin_thread(run);
    if (error == 0) {
        status = coop_event_give(&run->loop_event, fd, &call);
        why = errno;
        pthread_cond_broadcast(&run->ends.changed);
    }
    pthread_mutex_unlock(&run->lock);
    if (error != 0) {
        return say_no_thread(run, ASKING, error);
    }
    return status == COOP_OK
               ? COOP_OK
               : coop_error_set(&run->context->errors, status, ASKING, "%s failed (%s)", call, strerror(why));
}

coop_status coop_run_event_fd(coop_run *handle, int *fd)
{
    struct coop_run_object *run = coop_object_get(handle, COOP_KIND_RUN);
    coop_status status;

    if (fd != NULL) {
        *fd = -1;
    }
    if (run == NULL) {
        return coop_error_handle(handle, ASKING, "run");
    }
    status = fd != NULL ? give_fd(run, fd) : coop_error_null(&run->context->errors, ASKING, "fd");
    coop_object_release(&run->base);
    return status;
}

/* Waits until the thread has called everything (H8). */
static void join(struct coop_run_object *run, int is_first)
{
    if (is_first) {
        pthread_join(run->ends.thread, NULL);
        return;
    }
    pthread_mutex_lock(&run->lock);
    while (!run->ends.has_left) {
        pthread_cond_wait(&run->ends.changed, &run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

void coop_ends_close(struct coop_object *object)
{
    struct coop_run_object *run = (struct coop_run_object *)object;
    struct coop_run_ends *ends = &run->ends;
    int may_join = coop_ends_join_begin(run);
    int has_thread;
    int is_first; /* to join the thread */

    pthread_mutex_lock(&run->lock);
    if (!ends->is_closing) {
        coop_event_add(&run->loop_event);
    }
    ends->is_closing = 1;
    pthread_cond_broadcast(&ends->changed);
    has_thread = ends->has_thread;
    is_first = has_thread && may_join && !ends->is_joined;
    ends->is_joined |= is_first;
    pthread_mutex_unlock(&run->lock);
    if (has_thread) {
        coop_control_wake(&run->control);
    }
    if (has_thread && may_join) { /* else the context's destroy still waits for the rest of the calls */
        join(run, is_first);
        coop_context_remove_closer(run->context, &ends->closer);
    }
    if (may_join) {
        coop_ends_join_end();
    }
}

static _Thread_local struct coop_run_object *own; /* NULL: the thread is no run's */

/* Guards `joins` of all runs. Who joins has a reference to what it joins until it no longer does. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void coop_ends_join_enter(struct coop_run_object *run)
{
    own = run;
}

int coop_ends_join_begin(struct coop_run_object *run)
{
    const struct coop_run_object *at = run;

    if (own == NULL) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    while (at != NULL && at != own) {
        at = at->ends.joins;
    }
    if (at == NULL) {
        own->ends.joins = run;
    }
    pthread_mutex_unlock(&lock);
    return at == NULL;
}

void coop_ends_join_end(void)
{
    if (own != NULL) {
        pthread_mutex_lock(&lock);
        own->ends.joins = NULL;
        pthread_mutex_unlock(&lock);
    }
}
