#include "host/run/reap.h"

#include "host/base/clock.h"
#include "host/run/claim.h"
#include "host/run/failure.h"
#include "host/run/join_queues.h"
#include "host/run/joins.h"
#include "host/run/turn.h"

enum coop_run_life coop_run_life(struct coop_run_object *run, int *code)
{
    cl_int state = CL_QUEUED;
    int reached;

    *code = clGetEventInfo(run->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (*code == CL_SUCCESS && state <= CL_COMPLETE) {
        *code = state < CL_COMPLETE ? state : CL_SUCCESS;
        if (*code == CL_SUCCESS && coop_joins_count(run) > 0) { /* these can read the control block */
            return COOP_RUN_THERE;
        }
        return COOP_RUN_GONE;
    }
    if (coop_transport_failure(run->context->transport, &reached) != NULL) {
        *code = reached; /* nothing reaches it any more, so it cannot be told to leave */
        return COOP_RUN_UNKNOWN;
    }
    return *code == CL_SUCCESS ? COOP_RUN_THERE : COOP_RUN_UNKNOWN;
}

/* The look in which the launch counts as ended (H6). The states of one look are read one after the other: it
 * may show an end, and not yet that of a launch before. */
static uint64_t find_look(const struct coop_run_object *run, const struct coop_launch_object *launch)
{
    uint64_t look = launch->ended_in > run->looks_made ? launch->ended_in : run->looks_made;

    for (uint32_t i = 0; i < launch->after_count; i++) {
        const struct coop_launch_object *other = run->entries[launch->after[i].index];
        if (other != NULL && other->sequence == launch->after[i].sequence) {
            look = run->looks_made + 1;
        }
    }
    return look;
}

/* Tells the launches that come after it and have not ended. */
static void note_end(struct coop_run_object *run, const struct coop_launch_object *launch)
{
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        struct coop_launch_object *other = run->entries[i];
        for (uint32_t j = 0; other != NULL && j < other->after_count; j++) {
            if (other->after[j].sequence == launch->sequence) {
                other->after[j].has_completed = !launch->was_cut_short;
                other->ended_in = launch->ended_in > other->ended_in ? launch->ended_in : other->ended_in;
            }
        }
    }
}

/* stats  those of a launch that was answered; NULL: they are still to be read */
static void finish_launch(struct coop_run_object *run, struct coop_launch_object *launch, int was_answered,
                          const struct coop_instance_stats *stats)
{
    coop_status status = COOP_OK;

    if (was_answered && stats != NULL) {
        launch->stats = *stats;
    } else if (was_answered) {
        status = coop_control_read_stats(&run->control, launch->index, &launch->stats);
    }
    launch->has_figures = launch->repeats &&
                          coop_control_read_repeat(&run->control, launch->index, &launch->figures) == COOP_OK;
    launch->has_stats = was_answered && status == COOP_OK;
    launch->was_cut_short = !launch->has_stats || launch->stats.was_cut_short != 0;
    launch->cut_short_ns = launch->was_cut_short ? coop_clock_now_ns() : 0;
    launch->is_done = 1;
    launch->ended_in = find_look(run, launch);
    run->entries[launch->index] = NULL;
    coop_joins_forget(launch);
    note_end(run, launch);
    coop_event_add(&run->loop_event);
    coop_control_forget_entry(&run->control, launch->index);
    coop_object_release(&launch->base);
}

/* The first of these entries, in the order of launches, that is to be finished: what comes after others comes
 * behind them (note_end). `count`: there is none. */
static uint32_t find_first(const struct coop_run_object *run, const uint32_t *entries, const int *ends,
                           uint32_t count)
{
    uint32_t first = count;

    for (uint32_t i = 0; i < count; i++) {
        if (ends[i] && run->entries[entries[i]] != NULL &&
            (first == count || run->entries[entries[i]]->sequence < run->entries[entries[first]]->sequence)) {
            first = i;
        }
    }
    return first;
}

/* Reads the states once, and finishes the launches whose entries are done; when the megakernel has ended,
 * finishes all others, too. Returns how many it has finished. */
static uint32_t finish_seen(struct coop_run_object *run, int ended, struct coop_run_glance *glance)
{
    struct coop_control_look look;
    uint32_t entries[COOP_INSTANCES_MAX];
    int ends[COOP_INSTANCES_MAX];
    uint32_t count = 0;
    uint32_t finished = 0;
    uint32_t i;
    int is_known;

    for (i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (run->entries[i] != NULL) {
            entries[count++] = i;
        }
    }
    is_known = coop_control_look(&run->control, entries, count, &look) == COOP_OK;
    for (i = 0; i < count; i++) {
        run->entries[entries[i]]->state = is_known ? look.states[i] : run->entries[entries[i]]->state;
        ends[i] = ended || (is_known && look.states[i] == COOP_INSTANCE_DONE);
    }
    while ((i = find_first(run, entries, ends, count)) < count) {
        finish_launch(run, run->entries[entries[i]], is_known && look.states[i] == COOP_INSTANCE_DONE,
                      look.has_stats[i] ? &look.stats[i] : NULL);
        finished++;
    }
    glance->completions = look.completions;
    glance->has_failed |= look.has_failed;
    return finished;
}

/* One look. States are read one after the other: they may show an end, and not yet one before it. Where
 * functions are to be called in the order of the ends, they are read again until they show no other end: then
 * what ended before a launch that has been seen has been seen, too (H6). */
static struct coop_run_glance finish_launches(struct coop_run_object *run, int ended)
{
    struct coop_run_glance glance = {0};

    run->looks_made++;
    while (finish_seen(run, ended, &glance) > 0 && run->ends.first != NULL) {
    }
    return glance;
}

/* is_gone  the caller has seen that the megakernel has ended, with `code`; otherwise the driver is asked */
static struct coop_run_glance reap(struct coop_run_object *run, int is_gone, int code)
{
    struct coop_run_glance glance = {0};
    int ended;

    coop_turn_look(run);
    ended = coop_run_has_control(run) && (is_gone || coop_run_life(run, &code) == COOP_RUN_GONE);
    ended = ended && (code != CL_SUCCESS || coop_joins_end(run));
    if (coop_run_has_control(run)) {
        glance = finish_launches(run, ended);
    }
    if (ended) {
        coop_failure_take(run);
        coop_control_read_trace_cursors(&run->control, &run->trace_count);
        run->state = COOP_RUN_ENDED;
        run->end_code = code;
        if (run->fault.status == COOP_OK && code == 0 &&
            run->failure.is_complete.only_through_accessors == 0) {
            coop_fault_find_at_end(&run->watch, run->is_stopping, &run->fault);
        }
        coop_claim_give(run); /* another run may start */
        coop_event_add(&run->loop_event);
    }
    glance.has_ended = run->state == COOP_RUN_ENDED;
    coop_turn_looked(run);
    coop_joins_look(run, ended);
    if (ended) {
        coop_release_poll();
    }
    return glance;
}

struct coop_run_glance coop_run_reap(struct coop_run_object *run)
{
    return reap(run, 0, 0);
}

/* How often in a row, about a millisecond apart, the driver may fail to say whether the megakernel has
 * ended. */
#define UNKNOWN_MAX 250

/* Lets the watch see that nothing moves, for the description that a missed deadline gets. */
static void watch(struct coop_run_object *run)
{
    coop_turn_look(run);
    if (coop_run_has_control(run)) {
        coop_watch_poll(&run->watch, 0);
    }
    coop_turn_looked(run);
}

int coop_run_wait_until_left(struct coop_run_object *run, uint64_t timeout_ns, int *code)
{
    struct coop_deadline deadline = coop_deadline_in(timeout_ns);
    enum coop_run_life life;
    int unknown = 0;

    while ((life = coop_run_life(run, code)) != COOP_RUN_GONE || !reap(run, 1, *code).has_ended) {
        uint32_t completions = coop_control_completions(&run->control);
        uint64_t left = coop_deadline_left_ns(&deadline);
        watch(run);
        coop_joins_look(run, 0);
        unknown = life == COOP_RUN_UNKNOWN ? unknown + 1 : 0;
        if (left == 0 || unknown > UNKNOWN_MAX) {
            return 0;
        }
        /* The event completes a moment after the last count, without another one. */
        run->context->transport->methods->wait(run->context->transport, completions,
                                               left < 1000000 ? left : 1000000);
    }
    return 1;
}
