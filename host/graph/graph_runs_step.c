#include "host/graph/graph_runs_step.h"

#include "coop/library.h"
#include "host/base/clock.h"
#include "host/graph/graph_cells.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_late.h"
#include "host/graph/graph_launch.h"
#include "host/graph/graph_reduce_host.h"
#include "host/graph/graph_round.h"
#include "host/graph/graph_watch.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DOING "running a graph"
#define MILLISECOND UINT64_C(1000000)
#define LEAVE_NS (10 * UINT64_C(1000000000)) /* for launches beside one that failed */
#define CALL_NS (60 * UINT64_C(1000000000))  /* until calls for the ends of stopped runs have come */

static const struct coop_plan_node *node_of(const struct coop_graph_object *graph, uint32_t task)
{
    return &graph->plan.nodes[graph->plan.tasks[task].node];
}

/* ---- ends of launches ---- */

/* Called by a run's thread. */
static void on_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    struct coop_graph_started *started = user;
    struct coop_graph_runs *runs = started->runs;

    pthread_mutex_lock(&runs->lock);
    started->seen_ns = coop_clock_now_ns();
    started->stats = *stats;
    if (outcome != COOP_OK && runs->outcome == COOP_OK) {
        runs->outcome = outcome;
        runs->failed = started->task;
        snprintf(runs->message, sizeof runs->message, "%s", coop_last_error()->message);
    }
    runs->ended[runs->ended_count++] = started->task;
    pthread_cond_signal(&runs->has_ended);
    pthread_mutex_unlock(&runs->lock);
}

/* Takes the list of launches that have ended; waits for one, until then at most. Returns how many. */
static uint32_t take_ended(struct coop_graph_runs *runs, uint64_t until_ns)
{
    struct timespec until = {(time_t)(until_ns / 1000000000), (long)(until_ns % 1000000000)};
    int is_late = 0;
    uint32_t count;

    pthread_mutex_lock(&runs->lock);
    while (runs->ended_count == 0 && !is_late) {
        is_late = pthread_cond_timedwait(&runs->has_ended, &runs->lock, &until) != 0;
    }
    count = runs->ended_count;
    memcpy(runs->taken, runs->ended, count * sizeof *runs->taken);
    runs->ended_count = 0;
    runs->seen = runs->outcome;
    pthread_mutex_unlock(&runs->lock);
    return count;
}

/* ---- tasks ---- */

static void make_ready(struct coop_graph_object *graph, uint32_t task)
{
    struct coop_graph_runs *runs = graph->runs;

    runs->ready[(runs->ready_first + runs->ready_count++) % graph->plan.task_count] = task;
}

/* The task has ended: those behind it may begin, up to the next function of the host's. */
static void finish(struct coop_graph_object *graph, uint32_t task)
{
    struct coop_graph_runs *runs = graph->runs;

    runs->done++;
    for (uint32_t i = runs->behind_firsts[task]; i < runs->behind_firsts[task + 1]; ++i) {
        uint32_t next = runs->behind[i];

        if (--runs->waits[next] == 0 && runs->places[next] < runs->gate) {
            make_ready(graph, next);
        }
    }
}

/* From the place on, up to the next function of the host's, what waits for nothing may begin. */
static void open_gate(struct coop_graph_object *graph, uint32_t place)
{
    struct coop_graph_runs *runs = graph->runs;

    for (runs->gate = place; runs->gate < graph->plan.task_count; runs->gate++) {
        uint32_t task = graph->order[runs->gate];

        if (node_of(graph, task)->kind == COOP_PLAN_HOST) {
            break;
        }
        if (runs->waits[task] == 0) {
            make_ready(graph, task);
        }
    }
}

static void begin_step(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;

    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        runs->waits[i] = graph->plan.tasks[i].before_count;
    }
    runs->done = 0;
    runs->ready_first = 0;
    runs->ready_count = 0;
    open_gate(graph, 0);
}

/* Posts the kernel; COOP_BUSY: there is no room for it now. */
static coop_status launch(struct coop_graph_object *graph, uint32_t task)
{
    struct coop_graph_runs *runs = graph->runs;
    struct coop_graph_started *started = &runs->started[task];
    coop_status status;

    started->posted_ns = coop_clock_now_ns();
    status = coop_graph_launch_post(graph, task, &started->launch);

    if (status != COOP_OK) {
        started->launch = NULL;
        return status;
    }
    graph->under_way++;
    status = coop_launch_on_end(started->launch, on_end, started);
    if (status != COOP_OK) { /* nobody will call: the run ends it */
        (void)coop_run_stop(coop_graph_runs_get(graph, coop_graph_task_device(graph, task)), 0);
        coop_launch_destroy(started->launch);
        started->launch = NULL;
        graph->under_way--;
    }
    return status;
}

static coop_status name_failure(const struct coop_graph_object *graph, uint32_t task, coop_status status,
                                const char *message)
{
    char text[sizeof graph->runs->message];

    snprintf(text, sizeof text, "%s", message); /* which may be that of the error that is written now */
    return coop_graph_fail(graph, status, DOING, "'%s' on device %u: %s", node_of(graph, task)->name,
                           coop_graph_task_device(graph, task), text);
}

/* A task that is not a function of the host's. */
static coop_status begin_task(struct coop_graph_object *graph, uint32_t task)
{
    uint64_t begin_ns = coop_clock_now_ns();
    coop_status status;

    switch (node_of(graph, task)->kind) {
    case COOP_PLAN_KERNEL:
        status = launch(graph, task);
        break;
    case COOP_PLAN_PIECES:
        status = coop_graph_do_pieces(graph, task);
        break;
    case COOP_PLAN_COMBINE:
        status = coop_graph_do_combine(graph, task);
        break;
    default:
        status = coop_graph_do_cells(graph, task, graph->runs->scratch);
        break;
    }
    if (status == COOP_OK && node_of(graph, task)->kind != COOP_PLAN_KERNEL) {
        coop_graph_watch_host(graph, task, coop_graph_task_device(graph, task), begin_ns);
        coop_graph_note_written(graph, task);
        finish(graph, task);
    }
    return status == COOP_OK || status == COOP_BUSY
               ? status
               : name_failure(graph, task, status, coop_last_error()->message);
}

/* Begins what may begin. */
static coop_status begin_tasks(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;
    coop_status status = COOP_OK;
    uint32_t refused = 0; /* one after the other: all that are ready */

    runs->is_full = 0;
    while (runs->ready_count > refused && status == COOP_OK) {
        uint32_t task = runs->ready[runs->ready_first];

        runs->ready_first = (runs->ready_first + 1) % graph->plan.task_count;
        runs->ready_count--;
        status = begin_task(graph, task);
        if (status == COOP_BUSY) {
            make_ready(graph, task);
            runs->is_full = 1;
            refused++;
            status = COOP_OK;
        }
    }
    return status;
}

static coop_status end_launch(struct coop_graph_object *graph, uint32_t task)
{
    struct coop_graph_started *started = &graph->runs->started[task];
    coop_status status;

    coop_launch_destroy(started->launch);
    started->launch = NULL;
    graph->under_way--;
    if (graph->runs->seen != COOP_OK) {
        return COOP_OK;
    }
    coop_graph_watch_launch(graph, task, coop_graph_task_device(graph, task), &started->stats,
                            started->posted_ns, started->seen_ns);
    status = coop_graph_do_spread(graph, task);
    if (status == COOP_OK) {
        coop_graph_note_written(graph, task);
    }
    return status;
}

static coop_status end_launches(struct coop_graph_object *graph, uint64_t until_ns)
{
    struct coop_graph_runs *runs = graph->runs;
    uint32_t count = take_ended(runs, until_ns);
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < count; ++i) {
        coop_status own = end_launch(graph, runs->taken[i]);

        status = status == COOP_OK ? own : status;
        finish(graph, runs->taken[i]);
    }
    if (runs->seen != COOP_OK) {
        return name_failure(graph, runs->failed, runs->seen, runs->message);
    }
    return status;
}

static coop_status call_function(struct coop_graph_object *graph)
{
    uint32_t task = graph->order[graph->runs->gate];
    coop_status status = coop_graph_call(graph, task);

    if (status != COOP_OK) {
        return status;
    }
    open_gate(graph, graph->runs->gate + 1);
    finish(graph, task);
    return COOP_OK;
}

/* ---- steps ---- */

/* The first task in the order whose launch is under way; NONE: no such. */
static uint32_t find_started(const struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.task_count; ++i) {
        if (graph->runs->started[graph->order[i]].launch != NULL) {
            return graph->order[i];
        }
    }
    return COOP_PLAN_NONE;
}

static coop_status time_out(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;
    char text[512] = "the graph has not ended";
    uint32_t task = find_started(graph);

    runs->is_late = 1;
    if (task != COOP_PLAN_NONE) {
        coop_graph_name_late(graph, task, text, sizeof text);
    } else if (runs->is_full) {
        task = runs->ready[runs->ready_first];
        snprintf(text, sizeof text, "'%s' has not begun: device %u has no room for a launch",
                 node_of(graph, task)->name, coop_graph_task_device(graph, task));
    }
    return coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                           "%s; %u launches are under way, %u of %u tasks of this step have ended, and %llu "
                           "steps before it",
                           text, graph->under_way, runs->done, graph->plan.task_count,
                           (unsigned long long)graph->rounds);
}

/* Until no launch is under way; what it was is forgotten. Returns whether none is. */
static int wait_quiet(struct coop_graph_object *graph, uint64_t timeout_ns)
{
    uint64_t until_ns = coop_clock_now_ns() + timeout_ns;

    while (graph->under_way > 0 && coop_clock_now_ns() < until_ns) {
        uint32_t count = take_ended(graph->runs, until_ns);

        for (uint32_t i = 0; i < count; ++i) {
            struct coop_graph_started *started = &graph->runs->started[graph->runs->taken[i]];

            coop_launch_destroy(started->launch);
            started->launch = NULL;
            graph->under_way--;
        }
    }
    return graph->under_way == 0;
}

/* Nothing of the graph is under way any more, if need be by stopping the runs, unless a kernel does not
 * leave. */
static void stop(struct coop_graph_object *graph, int has_failed)
{
    if (has_failed && !wait_quiet(graph, LEAVE_NS)) {
        for (uint32_t i = 0; i < graph->device_count; ++i) {
            (void)coop_run_stop(coop_graph_runs_get(graph, i), 0);
        }
        (void)wait_quiet(graph, CALL_NS);
    }
    coop_graph_settle(graph);
    graph->is_running = 0;
}

/* Fails with the status of what went wrong, whose message stays. */
static coop_status give_up(struct coop_graph_object *graph, coop_status status)
{
    const struct coop_error *last = coop_last_error();
    char doing[128];
    char message[1024];

    snprintf(doing, sizeof doing, "%s", last->doing);
    snprintf(message, sizeof message, "%s", last->message);
    stop(graph, 1);
    return coop_context_fail(graph->context, status, doing, message);
}

coop_status coop_graph_runs_begin(struct coop_graph_object *graph)
{
    struct coop_graph_runs *runs = graph->runs;
    coop_status status;

    pthread_mutex_lock(&runs->lock);
    runs->outcome = COOP_OK;
    runs->seen = COOP_OK;
    pthread_mutex_unlock(&runs->lock);
    begin_step(graph);
    status = begin_tasks(graph);
    return status == COOP_OK ? COOP_OK : give_up(graph, status);
}

/* One piece of the step: what has ended is followed by what may begin. */
static coop_status go_on(struct coop_graph_object *graph, uint64_t until_ns)
{
    struct coop_graph_runs *runs = graph->runs;
    uint64_t soon_ns = coop_clock_now_ns() + MILLISECOND;
    int is_late = 0;
    coop_status status = COOP_OK;

    if (runs->done == runs->gate && runs->gate < graph->plan.task_count) {
        status = call_function(graph);
    } else if (graph->under_way > 0 || runs->is_full) {
        uint32_t done = runs->done;

        /* where others fill the table of launches, nobody tells that there is room */
        status = end_launches(graph, runs->is_full && soon_ns < until_ns ? soon_ns : until_ns);
        is_late = runs->done == done && coop_clock_now_ns() >= until_ns;
    }
    status = status == COOP_OK ? begin_tasks(graph) : status;
    return status == COOP_OK && is_late ? time_out(graph) : status;
}

/* The step has ended. */
static coop_status next_step(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    coop_graph_next_step(graph);
    if (graph->steps_left == 0 && graph->condition.predicate != NULL) {
        status = coop_graph_ask(graph);
    }
    if (status == COOP_OK && graph->steps_left == 0) {
        stop(graph, 0);
    } else if (status == COOP_OK) {
        begin_step(graph);
        status = begin_tasks(graph);
    }
    return status;
}

coop_status coop_graph_runs_go_on(struct coop_graph_object *graph, uint64_t timeout_ns)
{
    uint64_t begin_ns = coop_clock_now_ns();
    uint64_t until_ns = timeout_ns < UINT64_MAX - begin_ns ? begin_ns + timeout_ns : UINT64_MAX;
    coop_status status = COOP_OK;

    graph->runs->is_late = 0;
    while (graph->is_running && status == COOP_OK) {
        int is_ended = graph->runs->done == graph->plan.task_count;

        status = is_ended ? next_step(graph) : go_on(graph, until_ns);
        if (status == COOP_OK && is_ended && graph->is_running && coop_clock_now_ns() >= until_ns) {
            status = time_out(graph);
        }
        if (graph->runs->is_late) {
            return status;
        }
    }
    return status == COOP_OK ? COOP_OK : give_up(graph, status);
}
