#include "host/graph/graph_carry.h"

#include "host/graph/graph_fail.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DOING "running a graph"

/* A lane is used a few times a step, and 16 steps are under way. */
#define PARCELS 64u
#define PARCEL_NS UINT64_C(60000000000)

struct parcel {
    atomic_int is_away;
    cl_event arrived; /* of the receiver's domain */
    const void *from;
    void *to;
    size_t bytes;
};

/* Memory of the host as one device's driver has pinned it. */
struct pinned {
    cl_mem memory;
    void *bytes;
};

struct coop_graph_lane {
    uint32_t from_device;
    uint32_t to_device;
    size_t bytes;
    cl_command_queue queues[2]; /* of the graph that opened it, with a reference each: they have mapped
                                   the memory. The graph that carries has queues of its own. */
    struct pinned sides[2];
    uint32_t next;
    struct parcel parcels[PARCELS];
};

/* ---- its life ---- */

static coop_status pin(struct coop_graph_object *graph, uint32_t device, size_t bytes, struct pinned *pinned)
{
    cl_context opencl = graph->domains[graph->domains_of[device]].opencl;
    cl_int code;

    pinned->memory = clCreateBuffer(opencl, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &code);
    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clCreateBuffer");
    }
    pinned->bytes = clEnqueueMapBuffer(graph->queues[device], pinned->memory, CL_TRUE,
                                       CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &code);
    return coop_graph_reached(graph, code, DOING, "clEnqueueMapBuffer");
}

static coop_status hold(const struct coop_graph_object *graph, uint32_t device, cl_command_queue *queue)
{
    cl_int code = clRetainCommandQueue(graph->queues[device]);

    *queue = code == CL_SUCCESS ? graph->queues[device] : NULL;
    return coop_graph_reached(graph, code, DOING, "clRetainCommandQueue");
}

static void unpin(cl_command_queue queue, struct pinned *pinned)
{
    if (pinned->bytes != NULL) {
        (void)clEnqueueUnmapMemObject(queue, pinned->memory, pinned->bytes, 0, NULL, NULL);
        (void)clFinish(queue);
    }
    if (pinned->memory != NULL) {
        clReleaseMemObject(pinned->memory);
    }
}

struct coop_graph_lane *coop_graph_lane_open(struct coop_graph_object *graph, uint32_t from, uint32_t to,
                                             uint64_t bytes)
{
    struct coop_graph_lane *lane = calloc(1, sizeof *lane);

    if (lane == NULL) {
        (void)coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING, "the host has no memory left for a graph");
        return NULL;
    }
    lane->from_device = from;
    lane->to_device = to;
    lane->bytes = (size_t)bytes;
    if (hold(graph, from, &lane->queues[0]) != COOP_OK || hold(graph, to, &lane->queues[1]) != COOP_OK ||
        pin(graph, from, lane->bytes, &lane->sides[0]) != COOP_OK ||
        pin(graph, to, lane->bytes, &lane->sides[1]) != COOP_OK) {
        coop_graph_lane_close(lane);
        return NULL;
    }
    return lane;
}

void coop_graph_lane_close(struct coop_graph_lane *lane)
{
    for (unsigned i = 0; i < 2 && lane != NULL; ++i) {
        unpin(lane->queues[i], &lane->sides[i]);
        if (lane->queues[i] != NULL) {
            clReleaseCommandQueue(lane->queues[i]);
        }
    }
    free(lane);
}

/* ---- what the driver calls ---- */

static void CL_CALLBACK pass_on(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)clSetUserEventStatus(data, status < 0 ? status : CL_COMPLETE);
    clReleaseEvent(data);
}

static void CL_CALLBACK deliver(cl_event event, cl_int status, void *data)
{
    struct parcel *parcel = data;
    cl_event arrived = parcel->arrived;

    if (status >= 0) {
        memcpy(parcel->to, parcel->from, parcel->bytes);
    }
    atomic_store_explicit(&parcel->is_away, 0, memory_order_release);
    pass_on(event, status, arrived);
}

/* ---- events ---- */

/* An event of the host's, with two references: one is the function's that ends it. */
static coop_status make_event(struct coop_graph_object *graph, uint32_t domain, cl_event *made)
{
    cl_int code;
    cl_event event = clCreateUserEvent(graph->domains[domain].opencl, &code);

    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clCreateUserEvent");
    }
    code = clRetainEvent(event);
    if (code != CL_SUCCESS) {
        clReleaseEvent(event);
        return coop_graph_reached(graph, code, DOING, "clRetainEvent");
    }
    *made = event;
    return COOP_OK;
}

/* The function is not called: the event ends here. */
static coop_status fail_event(struct coop_graph_object *graph, cl_event event, cl_int code)
{
    (void)clSetUserEventStatus(event, -1);
    clReleaseEvent(event);
    clReleaseEvent(event);
    return coop_graph_reached(graph, code, DOING, "clSetEventCallback");
}

coop_status coop_graph_echo(struct coop_graph_object *graph, cl_event event, uint32_t domain, cl_event *echo)
{
    cl_event made = NULL;
    coop_status status = make_event(graph, domain, &made);
    cl_int code;

    if (status != COOP_OK) {
        return status;
    }
    code = clSetEventCallback(event, CL_COMPLETE, pass_on, made);
    if (code != CL_SUCCESS) {
        return fail_event(graph, made, code);
    }
    *echo = made;
    return COOP_OK;
}

/* ---- bytes ---- */

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static void flush_all(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->device_count; ++i) {
        (void)clFlush(graph->queues[i]);
    }
}

/* The next parcel. Where it is still away, all that it waits for was given before: it comes back. */
static struct parcel *take_parcel(struct coop_graph_object *graph, struct coop_graph_lane *lane)
{
    struct parcel *parcel = &lane->parcels[lane->next++ % PARCELS];
    const struct timespec pause = {0, 100000};
    uint64_t begin_ns = 0;

    while (atomic_load_explicit(&parcel->is_away, memory_order_acquire)) {
        begin_ns = begin_ns != 0 ? begin_ns : now_ns();
        flush_all(graph);
        if (now_ns() - begin_ns > PARCEL_NS) {
            (void)coop_graph_fail(graph, COOP_TIMED_OUT, DOING,
                                  "%u copies from device %u to device %u have not ended in 60 s", PARCELS,
                                  lane->from_device, lane->to_device);
            return NULL;
        }
        nanosleep(&pause, NULL);
    }
    return parcel;
}

/* Behind the read, the bytes are on the receiver's side. */
static coop_status send(struct coop_graph_object *graph, struct coop_graph_lane *lane, cl_mem from,
                        cl_event *arrived)
{
    cl_command_queue queue = graph->queues[lane->from_device];
    struct parcel *parcel = take_parcel(graph, lane);
    cl_event read = NULL;
    coop_status status = parcel != NULL ? COOP_OK : COOP_TIMED_OUT;
    cl_int code;

    if (status == COOP_OK) {
        code =
            clEnqueueReadBuffer(queue, from, CL_FALSE, 0, lane->bytes, lane->sides[0].bytes, 0, NULL, &read);
        status = coop_graph_reached(graph, code, DOING, "clEnqueueReadBuffer");
    }
    if (status == COOP_OK) {
        status = make_event(graph, graph->domains_of[lane->to_device], arrived);
    }
    if (status == COOP_OK) {
        parcel->arrived = *arrived;
        parcel->from = lane->sides[0].bytes;
        parcel->to = lane->sides[1].bytes;
        parcel->bytes = lane->bytes;
        atomic_store_explicit(&parcel->is_away, 1, memory_order_relaxed);
        code = clSetEventCallback(read, CL_COMPLETE, deliver, parcel);
        if (code != CL_SUCCESS) {
            atomic_store_explicit(&parcel->is_away, 0, memory_order_relaxed);
            status = fail_event(graph, *arrived, code);
        }
    }
    if (status == COOP_OK) {
        status = coop_graph_reached(graph, clFlush(queue), DOING, "clFlush");
        if (status != COOP_OK) {
            clReleaseEvent(*arrived);
        }
    }
    if (read != NULL) {
        clReleaseEvent(read);
    }
    return status;
}

coop_status coop_graph_carry(struct coop_graph_object *graph, struct coop_graph_lane *lane, cl_mem from,
                             cl_mem to, uint64_t to_offset, struct coop_graph_place *place, cl_event *done)
{
    cl_command_queue queue = graph->queues[lane->to_device];
    cl_event arrived = NULL;
    coop_status status = place->status;
    cl_int code;

    if (status == COOP_OK && place->wait_count > 0) {
        code = clEnqueueBarrierWithWaitList(queue, place->wait_count, graph->waits, NULL);
        status = coop_graph_reached(graph, code, DOING, "clEnqueueBarrierWithWaitList");
        place->wait_count = 0;
    }
    status = status == COOP_OK ? send(graph, lane, from, &arrived) : status;
    if (status == COOP_OK) {
        code = clEnqueueWriteBuffer(queue, to, CL_FALSE, to_offset, lane->bytes, lane->sides[1].bytes, 1,
                                    &arrived, done);
        clReleaseEvent(arrived);
        status = coop_graph_reached(graph, code, DOING, "clEnqueueWriteBuffer");
    }
    return status;
}
