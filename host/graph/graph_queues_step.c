/* Running a graph on queues: they are given steps until so many are under way as the options say, or a
 * function of the host is next; then the thread that waits goes on, when half of them have ended. */
#include "host/graph/graph_queues_step.h"

#include "host/base/clock.h"
#include "host/graph/graph_command.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_late.h"
#include "host/graph/graph_queues.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_round.h"
#include "host/graph/graph_staging.h"
#include "host/graph/graph_task.h"
#include "host/graph/graph_watch.h"
#include <sched.h>
#include <string.h>
#include <time.h>

#define DOING "running a graph"
#define AWAKE_NS UINT64_C(1000000)

/* How long the thread that waits sleeps at once: so that the end is seen late by a part of the time. */
#define LATE_PART 16u
#define PAUSE_MIN_NS 20000u
#define PAUSE_MAX_NS 500000u

static void forget_marks(const struct coop_graph_object *graph, cl_event *marks)
{
    for (uint32_t i = 0; i < graph->queue_count; ++i) {
        if (marks[i] != NULL) {
            clReleaseEvent(marks[i]);
            marks[i] = NULL;
        }
    }
}

static const struct coop_plan_node *next_node(const struct coop_graph_object *graph)
{
    return &graph->plan.nodes[graph->plan.tasks[graph->order[graph->position]].node];
}

/* Marks the end of what the queues have. */
static coop_status mark(struct coop_graph_object *graph, cl_event *marks)
{
    coop_status status = COOP_OK;

    forget_marks(graph, marks);
    for (uint32_t i = 0; i < graph->queue_count && status == COOP_OK; ++i) {
        cl_int code = clEnqueueMarkerWithWaitList(graph->queues[i], 0, NULL, &marks[i]);

        status = coop_graph_reached(graph, code, DOING, "clEnqueueMarkerWithWaitList");
        if (status == COOP_OK) {
            status = coop_graph_reached(graph, clFlush(graph->queues[i]), DOING, "clFlush");
        }
    }
    return status;
}

/* What follows begins on each device when all of its domain have ended this step. What comes from another
 * domain waits by itself. */
static coop_status join_devices(struct coop_graph_object *graph)
{
    cl_event marks[2 * COOP_GRAPH_DEVICES_MAX] = {NULL};
    coop_status status = graph->queue_count > 1 ? mark(graph, marks) : COOP_OK;

    for (uint32_t i = 0; i < graph->queue_count && status == COOP_OK; ++i) {
        const struct coop_graph_domain *domain = &graph->domains[graph->domains_of[i % graph->device_count]];
        int has_more = graph->queue_count > graph->device_count; /* overlap, which is in one domain */
        uint32_t count = has_more ? graph->queue_count : domain->device_count;

        if (count > 1) {
            cl_int code = clEnqueueBarrierWithWaitList(graph->queues[i], count, &marks[domain->first], NULL);

            status = coop_graph_reached(graph, code, DOING, "clEnqueueBarrierWithWaitList");
        }
    }
    forget_marks(graph, marks);
    return status;
}

static void begin_step(struct coop_graph_object *graph)
{
    coop_graph_forget_events(graph);
    memset(graph->stages, 0, graph->plan.task_count);
    graph->position = 0;
    graph->is_step_over = 0;
}

static coop_status end_step(struct coop_graph_object *graph)
{
    coop_graph_next_step(graph);
    graph->is_step_over = 1; /* its events stay, for a wait whose time is over */
    return join_devices(graph);
}

/* Whether all that a task waits for was given: the order says so, where nothing waits for bytes. */
static int may_begin(const struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];

    if (graph->domain_count == 1) {
        return 1;
    }
    for (uint32_t i = 0; i < task->before_count; ++i) {
        if (graph->stages[task->before[i]] != COOP_GRAPH_GIVEN) {
            return 0;
        }
    }
    return 1;
}

/* Gives stages of the step's tasks, up to the next function of the host, as far as can be without what is
 * under way from another domain. *count: how many more. */
static coop_status give_stages(struct coop_graph_object *graph, uint32_t *count)
{
    const struct coop_plan *plan = &graph->plan;
    coop_status status = COOP_OK;

    for (uint32_t i = graph->position; i < plan->task_count && status == COOP_OK; ++i) {
        uint32_t number = graph->order[i];
        int is_given = graph->stages[number] == COOP_GRAPH_GIVEN;
        int is_ready = 0;

        if (plan->nodes[plan->tasks[number].node].kind == COOP_PLAN_HOST) {
            break;
        }
        if (!is_given && may_begin(graph, number)) {
            is_ready = coop_graph_task_is_ready(graph, number);
        }
        if (is_ready != 0) {
            status = is_ready > 0 ? coop_graph_task_give(graph, number) : COOP_OPENCL_FAILED;
            ++*count;
            if (status == COOP_OK && graph->stages[number] == COOP_GRAPH_GIVEN) {
                coop_graph_note_written(graph, number);
            }
        }
        graph->position += i == graph->position && graph->stages[number] == COOP_GRAPH_GIVEN;
    }
    return status;
}

/* As far as tasks can be given; with is_away until bytes have come. */
static coop_status give_tasks(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;
    uint64_t before = graph->stages_given;
    uint32_t count = 1;

    while (status == COOP_OK && count > 0 && graph->position < graph->plan.task_count &&
           next_node(graph)->kind != COOP_PLAN_HOST) {
        count = 0;
        status = give_stages(graph, &count);
        graph->stages_given += count;
    }
    graph->is_away = status == COOP_OK && count == 0;
    for (uint32_t i = 0;
         i < graph->device_count && graph->is_away && graph->stages_given != before && status == COOP_OK;
         ++i) {
        status = coop_graph_reached(graph, clFlush(graph->queues[i]), DOING, "clFlush");
    }
    return status;
}

static int begins_with_function(const struct coop_graph_object *graph)
{
    return graph->plan.task_count > 0 &&
           graph->plan.nodes[graph->plan.tasks[graph->order[0]].node].kind == COOP_PLAN_HOST;
}

/* Gives so many steps as are named, as far as can be. */
static coop_status give_ahead(struct coop_graph_object *graph, uint64_t steps)
{
    uint64_t ahead = graph->steps_left > steps ? graph->steps_left - steps : 0;
    coop_status status = COOP_OK;

    graph->is_away = 0;
    while (status == COOP_OK && graph->steps_left > ahead && !graph->is_away) {
        if (graph->is_step_over && begins_with_function(graph)) {
            break; /* whoever calls it begins the step: until then a late wait names who is under way */
        }
        if (graph->is_step_over) {
            begin_step(graph);
        }
        if (graph->position == graph->plan.task_count) {
            status = end_step(graph);
        } else if (next_node(graph)->kind == COOP_PLAN_HOST) {
            break;
        } else {
            status = give_tasks(graph);
        }
    }
    return status;
}

static coop_status flush(struct coop_graph_object *graph)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < graph->queue_count && status == COOP_OK; ++i) {
        status = coop_graph_reached(graph, clFlush(graph->queues[i]), DOING, "clFlush");
    }
    return status;
}

/* Gives half of the steps that may be ahead, marks their end, and gives the other half: so the devices have
 * work while the thread that waits for the mark wakes up. What was given behind the last mark is marked
 * now. */
static coop_status advance(struct coop_graph_object *graph)
{
    const uint64_t beyond = graph->steps_ahead / 2;
    coop_status status = graph->is_beyond ? COOP_OK : give_ahead(graph, graph->steps_ahead - beyond);
    uint64_t given = graph->stages_given;

    graph->is_beyond = 0;
    if (status != COOP_OK || graph->is_away) {
        return status;
    }
    status = mark(graph, graph->ends);
    status = status == COOP_OK ? give_ahead(graph, beyond) : status;
    graph->is_beyond = status == COOP_OK && !graph->is_away && graph->stages_given != given;
    return graph->is_beyond ? flush(graph) : status;
}

/* 1: the queues have ended all, 0: not yet; or the status of what failed is recorded, and -1. */
static int is_ended(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->queue_count; ++i) {
        int is_over = coop_graph_is_over(graph, graph->ends[i], "a command", i % graph->device_count);

        if (is_over != 1) {
            return is_over;
        }
    }
    return 1;
}

/* Until something can be given again. The thread does not sleep in the first time, which would be longer than
 * most bytes are under way. */
static coop_status wait_for_bytes(struct coop_graph_object *graph, uint64_t begin_ns, uint64_t timeout_ns)
{
    const struct timespec pause = {0, 50000};
    uint64_t since_ns = coop_clock_now_ns();
    uint64_t given = graph->stages_given;
    coop_status status;

    for (;;) {
        uint64_t now;

        status = advance(graph);
        if (status != COOP_OK || !graph->is_away || graph->stages_given != given) {
            return status;
        }
        now = coop_clock_now_ns();
        if (now - begin_ns >= timeout_ns) {
            return coop_graph_fail_late(graph);
        }
        if (now - since_ns < AWAKE_NS) {
            sched_yield();
        } else {
            nanosleep(&pause, NULL);
        }
    }
}

static coop_status wait_for_ends(struct coop_graph_object *graph, uint64_t begin_ns, uint64_t timeout_ns)
{
    uint64_t since_ns = coop_clock_now_ns();
    int ended = is_ended(graph);

    while (ended == 0) {
        uint64_t now = coop_clock_now_ns();
        uint64_t part = (now - since_ns) / LATE_PART;
        struct timespec pause = {0, (long)(part < PAUSE_MIN_NS   ? PAUSE_MIN_NS
                                           : part > PAUSE_MAX_NS ? PAUSE_MAX_NS
                                                                 : part)};

        if (now - begin_ns >= timeout_ns) {
            return coop_graph_fail_late(graph);
        }
        nanosleep(&pause, NULL);
        ended = is_ended(graph);
    }
    return ended > 0 ? COOP_OK : COOP_OPENCL_FAILED;
}

/* What was sent has come, or never will: the next start is not to see how. */
static void forget_stagings(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; graph->pieces != NULL && i < 2 * graph->plan.task_count; ++i) {
        coop_graph_staging_forget(graph->pieces[i].staging);
    }
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        for (uint32_t k = 0; k < graph->device_count; ++k) {
            coop_graph_staging_forget(graph->tensors[i].stagings[k]);
        }
    }
    for (uint32_t i = 0; i < graph->item_count; ++i) {
        const struct coop_graph_reduction *reduction = graph->items[i].reduction;

        for (uint32_t k = 0; reduction != NULL && reduction->stagings != NULL && k < reduction->block_count;
             ++k) {
            coop_graph_staging_forget(reduction->stagings[k]);
        }
    }
}

/* All that was given has ended, or will without a flush. */
static void end(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->queue_count; ++i) {
        (void)clFinish(graph->queues[i]);
    }
    forget_marks(graph, graph->ends);
    forget_stagings(graph);
    coop_graph_watch_ended(graph);
    coop_graph_forget_events(graph);
    coop_graph_settle(graph);
    graph->is_running = 0;
    graph->is_beyond = 0;
}

void coop_graph_queues_stop(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->queue_count; ++i) { /* one may wait for another */
        (void)clFlush(graph->queues[i]);
    }
    coop_graph_forget_written(graph);
    end(graph);
}

/* ---- beginning, and going on ---- */

/* The place of a block may be another one's since the last start. */
static void forget_passed(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->item_count; ++i) {
        memset(graph->items[i].passed, 0, sizeof graph->items[i].passed);
    }
}

coop_status coop_graph_queues_begin(struct coop_graph_object *graph)
{
    coop_status status;

    forget_passed(graph);
    begin_step(graph);
    status = advance(graph);
    if (status != COOP_OK) {
        coop_graph_queues_stop(graph);
    }
    return status;
}

/* What `ends` marks has ended: gives what follows, unless that was the last.
 * *is_asked: the condition was asked, and holds. */
static coop_status follow(struct coop_graph_object *graph, int *is_asked)
{
    coop_status status = COOP_OK;

    coop_graph_watch_ended(graph);
    if (graph->is_beyond) {
        return advance(graph);
    }
    if (graph->steps_left == 0 && graph->condition.predicate != NULL) {
        status = coop_graph_ask(graph);
        *is_asked = 1;
    }
    if (graph->is_step_over && graph->steps_left > 0) {
        begin_step(graph);
    }
    if (status == COOP_OK && graph->steps_left == 0) {
        end(graph);
    } else if (status == COOP_OK && graph->position < graph->plan.task_count &&
               next_node(graph)->kind == COOP_PLAN_HOST) {
        uint32_t task = graph->order[graph->position++];

        status = coop_graph_call(graph, task);
        graph->stages[task] = COOP_GRAPH_GIVEN;
    }
    return status == COOP_OK && graph->is_running ? advance(graph) : status;
}

/* The time is looked at behind each piece of progress: where giving takes longer than running, all that is
 * waited for has always ended. */
coop_status coop_graph_queues_go_on(struct coop_graph_object *graph, uint64_t timeout_ns)
{
    uint64_t begin_ns = coop_clock_now_ns();
    coop_status status = COOP_OK;

    while (graph->is_running && status == COOP_OK) {
        int was_away = graph->is_away;
        int is_asked = 0;

        status = was_away ? wait_for_bytes(graph, begin_ns, timeout_ns)
                          : wait_for_ends(graph, begin_ns, timeout_ns);
        if (status == COOP_TIMED_OUT) {
            return status;
        }
        if (status == COOP_OK && !was_away) {
            status = follow(graph, &is_asked);
        }
        if (status == COOP_OK && graph->is_running && coop_clock_now_ns() - begin_ns >= timeout_ns) {
            return is_asked ? coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                                              "the condition holds after %llu rounds",
                                              (unsigned long long)graph->rounds)
                            : coop_graph_fail_late(graph);
        }
    }
    if (status != COOP_OK) {
        coop_graph_queues_stop(graph);
    }
    return status;
}
