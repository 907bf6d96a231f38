#include "host/graph/graph_carry.h"

#include "host/graph/graph_fail.h"
#include "host/graph/graph_watch.h"
#include <stdlib.h>
#include <string.h>

#define DOING "running a graph"

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
    cl_event read; /* under way to `from`; NULL: nothing was sent */
    cl_event written;
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

static void forget(cl_event *event)
{
    if (*event != NULL) {
        clReleaseEvent(*event);
        *event = NULL;
    }
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

coop_status coop_graph_lane_open(struct coop_graph_object *graph, uint32_t from, uint32_t to, uint64_t bytes,
                                 struct coop_graph_lane **opened)
{
    struct coop_graph_lane *lane = calloc(1, sizeof *lane);
    coop_status status;

    if (lane == NULL) {
        return coop_graph_fail(graph, COOP_OUT_OF_MEMORY, DOING, "the host has no memory left for a graph");
    }
    lane->from_device = from;
    lane->to_device = to;
    lane->bytes = (size_t)bytes;
    status = hold(graph, from, &lane->queues[0]);
    status = status == COOP_OK ? hold(graph, to, &lane->queues[1]) : status;
    status = status == COOP_OK ? pin(graph, from, lane->bytes, &lane->sides[0]) : status;
    status = status == COOP_OK ? pin(graph, to, lane->bytes, &lane->sides[1]) : status;
    if (status != COOP_OK) {
        coop_graph_lane_close(lane);
        return status;
    }
    *opened = lane;
    return COOP_OK;
}

void coop_graph_lane_forget(struct coop_graph_lane *lane)
{
    if (lane != NULL) {
        forget(&lane->read);
        forget(&lane->written);
    }
}

void coop_graph_lane_close(struct coop_graph_lane *lane)
{
    if (lane == NULL) {
        return;
    }
    coop_graph_lane_forget(lane);
    for (unsigned i = 0; i < 2; ++i) {
        unpin(lane->queues[i], &lane->sides[i]);
        if (lane->queues[i] != NULL) {
            clReleaseCommandQueue(lane->queues[i]);
        }
    }
    free(lane);
}

/* ---- bytes ---- */

coop_status coop_graph_send(struct coop_graph_object *graph, struct coop_graph_lane *lane, cl_mem from)
{
    cl_command_queue queue = graph->queues[lane->from_device];
    cl_int code;
    coop_status status;

    code = clEnqueueReadBuffer(queue, from, CL_FALSE, 0, lane->bytes, lane->sides[0].bytes, 0, NULL,
                               &lane->read);
    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, lane->from_device, 1, &lane->read);
    }
    status = coop_graph_reached(graph, code, DOING, "clEnqueueReadBuffer");
    return status == COOP_OK ? coop_graph_reached(graph, clFlush(queue), DOING, "clFlush") : status;
}

/* As coop_graph_lane_is_here. */
static int is_over(const struct coop_graph_object *graph, cl_event event, uint32_t device)
{
    return event == NULL ? 1 : coop_graph_is_over(graph, event, "a copy between domains", device);
}

int coop_graph_lane_is_here(const struct coop_graph_object *graph, const struct coop_graph_lane *lane)
{
    int is_read = lane != NULL ? is_over(graph, lane->read, lane->from_device) : 1;

    return is_read == 1 && lane != NULL ? is_over(graph, lane->written, lane->to_device) : is_read;
}

coop_status coop_graph_receive(struct coop_graph_object *graph, struct coop_graph_lane *lane, cl_mem to,
                               uint64_t to_offset, struct coop_graph_place *place)
{
    cl_int code;

    forget(&lane->read);
    forget(&lane->written);
    memcpy(lane->sides[1].bytes, lane->sides[0].bytes, lane->bytes);
    code = clEnqueueWriteBuffer(graph->queues[lane->to_device], to, CL_FALSE, to_offset, lane->bytes,
                                lane->sides[1].bytes, place->wait_count, coop_graph_waits_of(graph, place),
                                &lane->written);
    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, lane->to_device, 1, &lane->written);
    }
    place->wait_count = 0;
    return coop_graph_reached(graph, code, DOING, "clEnqueueWriteBuffer");
}
