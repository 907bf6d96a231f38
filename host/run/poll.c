#include "host/run/poll.h"

#include "host/base/clock.h"
#include "host/run/failure.h"
#include "host/run/outcome.h"
#include "host/run/reap.h"
#include "host/run/stop.h"
#include "host/run/turn.h"

/* The entries of the launches that the caller waits for, a bit each. The run's lock is held. */
static uint32_t awaited_entries(const struct coop_run_object *run, struct coop_launch_object *const *launches,
                                size_t count)
{
    uint32_t entries = 0;

    for (size_t i = 0; launches != NULL && i < count; i++) {
        if (launches[i] != NULL && launches[i]->run == run && !launches[i]->is_done) {
            entries |= 1u << launches[i]->index;
        }
    }
    for (uint32_t i = 0; launches == NULL && i < COOP_INSTANCES_MAX; i++) {
        if (run->entries[i] != NULL && (run->loop_event.fd >= 0 || run->entries[i]->awaited > 0)) {
            entries |= 1u << i;
        }
    }
    return entries;
}

/* Whether a work-group has not left for long after the failure: for each caller alike, however seldom it
 * asks. The event loop is told once. The run's lock is held. */
static int is_left_behind(struct coop_run_object *run)
{
    uint64_t now_ns = coop_clock_now_ns();

    if (run->failed_ns == 0) {
        run->failed_ns = now_ns;
        coop_threads_leave(&run->threads);
    }
    if (!run->is_left_behind && now_ns - run->failed_ns >= COOP_LEAVING_NS) {
        run->is_left_behind = 1;
        coop_event_add(&run->loop_event);
    }
    return run->is_left_behind;
}

struct coop_poll coop_poll_run(struct coop_run_object *run, struct coop_launch_object *const *launches,
                               size_t count)
{
    struct coop_run_glance glance = coop_run_reap(run);
    struct coop_poll poll = {.completions = glance.completions};
    uint32_t entries;

    coop_turn_look(run);
    entries = awaited_entries(run, launches, count);
    if (run->state == COOP_RUN_LIVE && entries != 0) {
        if (glance.has_failed) {
            coop_failure_take(run);
        }
        poll.has_failed = run->failure.is_complete.only_through_accessors != 0;
        poll.is_given_up = poll.has_failed ? is_left_behind(run) : coop_run_judge(run, entries);
    }
    coop_turn_looked(run);
    return poll;
}

int coop_poll_is_done(struct coop_launch_object *launch, struct coop_launch_stats *stats)
{
    int is;

    pthread_mutex_lock(&launch->run->lock);
    is = launch->is_done;
    if (is && stats != NULL) {
        coop_outcome_stats(launch, stats);
    }
    pthread_mutex_unlock(&launch->run->lock);
    return is;
}
