#include "host/graph/graph_watch.h"

#include "host/base/clock.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include <sched.h>
#include <stdlib.h>

#define DOING "watching a graph"
#define SECOND_NS UINT64_C(1000000000)
#define MARKERS 8 /* for a device's clock */

struct kept {
    cl_event event; /* NULL: its times are here */
    uint32_t task;
    uint32_t device;
    enum coop_span_kind kind;
    int is_host_time;
    int has_times;
    uint64_t round;
    uint64_t begin_ns;
    uint64_t end_ns;
};

struct coop_graph_watch {
    uint32_t capacity;
    uint32_t first; /* of a ring, the oldest */
    uint32_t count;
    uint32_t pending; /* of the newest: those that may have an event */
    uint64_t dropped;
    uint64_t untimed;     /* of those that are kept no more */
    cl_event own;         /* of a command for which nobody else wants one */
    uint64_t compared_ns; /* when the clocks were; 0: never */
    struct coop_clock_window clocks[COOP_GRAPH_DEVICES_MAX];
    int is_old[COOP_GRAPH_DEVICES_MAX]; /* in runs: the clock is forgotten when the next launch ends */
    struct kept ring[];
};

coop_status coop_graph_watch_open(struct coop_graph_object *graph, uint32_t capacity)
{
    struct coop_graph_watch *watch;

    if (capacity == 0) {
        return COOP_OK;
    }
    watch = calloc(1, sizeof *watch + capacity * sizeof watch->ring[0]);
    if (watch == NULL) {
        return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING,
                               "the host has no memory left for a timeline of %u commands", capacity);
    }
    watch->capacity = capacity;
    for (uint32_t i = 0; i < COOP_GRAPH_DEVICES_MAX; ++i) {
        coop_clock_forget(&watch->clocks[i]);
    }
    graph->watch = watch;
    return COOP_OK;
}

/* ---- the ring ---- */

static struct kept *at(struct coop_graph_watch *watch, uint32_t place)
{
    return &watch->ring[(watch->first + place) % watch->capacity];
}

static void forget_event(struct kept *kept)
{
    if (kept->event != NULL) {
        clReleaseEvent(kept->event);
        kept->event = NULL;
    }
}

void coop_graph_watch_close(struct coop_graph_watch *watch)
{
    for (uint32_t i = 0; watch != NULL && i < watch->count; ++i) {
        forget_event(at(watch, i));
    }
    free(watch);
}

/* A place for one more, which takes that of the oldest where the ring is full. */
static struct kept *next(struct coop_graph_watch *watch)
{
    struct kept *kept;

    if (watch->count == watch->capacity) {
        kept = at(watch, 0);
        watch->untimed += kept->event == NULL && !kept->has_times;
        watch->dropped += kept->event != NULL || kept->has_times;
        forget_event(kept);
        watch->first = (watch->first + 1) % watch->capacity;
        watch->count--;
    }
    kept = at(watch, watch->count++);
    watch->pending += watch->pending < watch->capacity;
    return kept;
}

static struct kept kept_of(const struct coop_graph_object *graph, uint32_t task, uint32_t device, int is_copy)
{
    enum coop_plan_kind kind = graph->plan.nodes[graph->plan.tasks[task].node].kind;

    return (struct kept){.task = task,
                         .device = device,
                         .kind = kind == COOP_PLAN_HOST                ? COOP_SPAN_HOST
                                 : is_copy || kind == COOP_PLAN_BORDER ? COOP_SPAN_COPY
                                                                       : COOP_SPAN_KERNEL,
                         .round = graph->rounds};
}

/* ---- on queues ---- */

cl_command_queue coop_graph_watch_queue(const struct coop_graph_object *graph, uint32_t device, cl_int *code)
{
    static const cl_queue_properties measuring[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const struct coop_graph_domain *domain = &graph->domains[graph->domains_of[device]];

    return clCreateCommandQueueWithProperties(domain->opencl, domain->ids[device - domain->first],
                                              graph->watch != NULL ? measuring : NULL, code);
}

cl_event *coop_graph_watch_event(struct coop_graph_object *graph, cl_event *wanted)
{
    return wanted != NULL || graph->watch == NULL ? wanted : &graph->watch->own;
}

void coop_graph_watch_keep(struct coop_graph_object *graph, uint32_t device, int is_copy,
                           const cl_event *event)
{
    struct coop_graph_watch *watch = graph->watch;
    struct kept kept;

    if (watch == NULL) {
        return;
    }
    kept = kept_of(graph, graph->given, device, is_copy);
    if (event == &watch->own) {
        kept.event = watch->own;
        watch->own = NULL;
    } else if (clRetainEvent(*event) == CL_SUCCESS) { /* else it has no times, which is counted */
        kept.event = *event;
    }
    *next(watch) = kept;
}

static void ask(struct kept *kept)
{
    cl_ulong begin = 0;
    cl_ulong end = 0;

    kept->has_times = clGetEventProfilingInfo(kept->event, CL_PROFILING_COMMAND_START, sizeof begin, &begin,
                                              NULL) == CL_SUCCESS &&
                      clGetEventProfilingInfo(kept->event, CL_PROFILING_COMMAND_END, sizeof end, &end,
                                              NULL) == CL_SUCCESS &&
                      begin != 0 && end >= begin;
    kept->begin_ns = begin;
    kept->end_ns = end;
    forget_event(kept);
}

/* Whether a command has ended, in one way or another. */
static int is_over(cl_event event)
{
    cl_int state = CL_COMPLETE;

    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) !=
               CL_SUCCESS ||
           state <= CL_COMPLETE;
}

/* Others may have been given behind those that have ended. */
void coop_graph_watch_ended(struct coop_graph_object *graph)
{
    struct coop_graph_watch *watch = graph->watch;

    for (; watch != NULL && watch->pending > 0; --watch->pending) {
        struct kept *kept = at(watch, watch->count - watch->pending);

        if (kept->event != NULL && !is_over(kept->event)) {
            return;
        }
        if (kept->event != NULL) {
            ask(kept);
        }
    }
}

/* ---- by the host's clock ---- */

void coop_graph_watch_host(struct coop_graph_object *graph, uint32_t task, uint32_t device, uint64_t begin_ns)
{
    if (graph->watch != NULL) {
        struct kept kept = kept_of(graph, task, device, 0);

        kept.is_host_time = 1;
        kept.has_times = 1;
        kept.begin_ns = begin_ns;
        kept.end_ns = coop_clock_now_ns();
        *next(graph->watch) = kept;
    }
}

void coop_graph_watch_launch(struct coop_graph_object *graph, uint32_t task, uint32_t device,
                             const struct coop_launch_stats *stats, uint64_t posted_ns, uint64_t seen_ns)
{
    if (graph->watch != NULL) {
        struct kept kept = kept_of(graph, task, device, 0);
        struct coop_clock_window *clock = &graph->watch->clocks[device];

        if (graph->watch->is_old[device]) {
            coop_clock_forget(clock);
            graph->watch->is_old[device] = 0;
        }
        coop_clock_narrow(clock, posted_ns, seen_ns, stats->seen_ns);
        coop_clock_narrow(clock, posted_ns, seen_ns, stats->ended_ns);
        kept.has_times = stats->ended_ns >= stats->started_ns && stats->started_ns != 0;
        kept.begin_ns = stats->started_ns;
        kept.end_ns = stats->ended_ns;
        *next(graph->watch) = kept;
    }
}

/* ---- clocks ---- */

static coop_status wait_for_marker(const struct coop_graph_object *graph, cl_event event, uint32_t device)
{
    uint64_t until_ns = coop_clock_now_ns() + SECOND_NS;

    for (;;) {
        cl_int state = CL_COMPLETE;
        cl_int code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

        if (code != CL_SUCCESS) {
            return coop_graph_reached(graph, code, DOING, "clGetEventInfo");
        }
        if (state < 0) {
            return coop_graph_fail(graph, COOP_OPENCL_FAILED, DOING, "a marker on device %u failed with %d",
                                   device, (int)state);
        }
        if (state == CL_COMPLETE) {
            return COOP_OK;
        }
        if (coop_clock_now_ns() >= until_ns) {
            return coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                                   "device %u has not told its clock in 1 s: it runs something else; start "
                                   "again when that has ended, or make the graph without timeline_commands",
                                   device);
        }
        sched_yield();
    }
}

/* One look at a device's clock: its time at the end of a marker, between two times of the host's. */
static coop_status compare(struct coop_graph_object *graph, uint32_t device, struct coop_clock_window *clock)
{
    uint64_t begin_ns = coop_clock_now_ns();
    cl_event event = NULL;
    cl_ulong end = 0;
    cl_int code = clEnqueueMarkerWithWaitList(graph->queues[device], 0, NULL, &event);
    coop_status status = coop_graph_reached(graph, code, DOING, "clEnqueueMarkerWithWaitList");

    if (status == COOP_OK) {
        status = coop_graph_reached(graph, clFlush(graph->queues[device]), DOING, "clFlush");
    }
    status = status == COOP_OK ? wait_for_marker(graph, event, device) : status;
    if (status == COOP_OK) {
        uint64_t end_ns = coop_clock_now_ns();

        code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        status = coop_graph_reached(graph, code, DOING, "clGetEventProfilingInfo");
        coop_clock_narrow(clock, begin_ns, end_ns, end);
    }
    if (event != NULL) {
        clReleaseEvent(event);
    }
    return status;
}

/* The clock stays as it was where that fails: the spans that are kept are by it. */
coop_status coop_graph_watch_compare(struct coop_graph_object *graph, uint32_t device)
{
    struct coop_clock_window clock;
    coop_status status = COOP_OK;

    coop_clock_forget(&clock);
    for (int i = 0; i < MARKERS && status == COOP_OK; ++i) {
        status = compare(graph, device, &clock);
    }
    if (status == COOP_OK) {
        graph->watch->clocks[device] = clock;
    }
    return status;
}

coop_status coop_graph_watch_renew(struct coop_graph_object *graph, uint32_t device)
{
    graph->watch->is_old[device] = 1;
    return COOP_OK;
}

coop_status coop_graph_watch_begin(struct coop_graph_object *graph)
{
    struct coop_graph_watch *watch = graph->watch;
    coop_status status = COOP_OK;

    if (watch == NULL || (watch->compared_ns != 0 && coop_clock_now_ns() - watch->compared_ns < SECOND_NS)) {
        return COOP_OK;
    }
    for (uint32_t i = 0; i < graph->device_count && status == COOP_OK; ++i) {
        status = graph->executor->compare_clock(graph, i);
    }
    watch->compared_ns = status == COOP_OK ? coop_clock_now_ns() : 0;
    return status;
}

/* ---- afterwards ---- */

coop_status coop_graph_watch_take(const struct coop_graph_object *graph, struct coop_timeline *timeline)
{
    struct coop_graph_watch *watch = graph->watch;

    *timeline = (struct coop_timeline){.device_count = graph->device_count,
                                       .dropped = watch->dropped,
                                       .untimed = watch->untimed,
                                       .spans = malloc((watch->count + (size_t)1) * sizeof *timeline->spans)};
    if (timeline->spans == NULL) {
        return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING,
                               "the host has no memory left for a timeline of %u commands", watch->count);
    }
    for (uint32_t i = 0; i < watch->count; ++i) {
        const struct kept *kept = at(watch, i);
        const struct coop_plan_task *task = &graph->plan.tasks[kept->task];
        const struct coop_clock_window *clock = &watch->clocks[kept->device];

        if (!kept->has_times) {
            timeline->untimed++;
            continue;
        }
        timeline->spans[timeline->count++] = (struct coop_span){
            .name = graph->plan.nodes[task->node].name,
            .kind = kept->kind,
            .device = kept->device,
            .block = task->block,
            .round = kept->round,
            .begin_ns = kept->is_host_time ? kept->begin_ns : coop_clock_of_host(clock, kept->begin_ns),
            .end_ns = kept->is_host_time ? kept->end_ns : coop_clock_of_host(clock, kept->end_ns)};
    }
    for (uint32_t i = 0; i < graph->device_count; ++i) {
        uint64_t error_ns = coop_clock_error_ns(&watch->clocks[i]);

        timeline->clock_error_ns = error_ns > timeline->clock_error_ns ? error_ns : timeline->clock_error_ns;
    }
    return COOP_OK;
}
