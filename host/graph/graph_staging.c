#include "host/graph/graph_staging.h"

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

struct coop_graph_staging {
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
    coop_cl_mem_release(&pinned->memory, 1);
}

coop_status coop_graph_staging_open(struct coop_graph_object *graph, uint32_t from, uint32_t to,
                                    uint64_t bytes, struct coop_graph_staging **opened)
{
    struct coop_graph_staging *staging = calloc(1, sizeof *staging);
    coop_status status;

    if (staging == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    staging->from_device = from;
    staging->to_device = to;
    staging->bytes = (size_t)bytes;
    status = hold(graph, from, &staging->queues[0]);
    status = status == COOP_OK ? hold(graph, to, &staging->queues[1]) : status;
    status = status == COOP_OK ? pin(graph, from, staging->bytes, &staging->sides[0]) : status;
    status = status == COOP_OK ? pin(graph, to, staging->bytes, &staging->sides[1]) : status;
    if (status != COOP_OK) {
        coop_graph_staging_close(staging);
        return status;
    }
    *opened = staging;
    return COOP_OK;
}

void coop_graph_staging_forget(struct coop_graph_staging *staging)
{
    if (staging != NULL) {
        forget(&staging->read);
        forget(&staging->written);
    }
}

void coop_graph_staging_close(struct coop_graph_staging *staging)
{
    if (staging == NULL) {
        return;
    }
    coop_graph_staging_forget(staging);
    for (unsigned i = 0; i < 2; ++i) {
        unpin(staging->queues[i], &staging->sides[i]);
        if (staging->queues[i] != NULL) {
            clReleaseCommandQueue(staging->queues[i]);
        }
    }
    free(staging);
}

/* ---- bytes ---- */

coop_status coop_graph_send(struct coop_graph_object *graph, struct coop_graph_staging *staging, cl_mem from)
{
    cl_command_queue queue = graph->queues[staging->from_device];
    cl_int code;
    coop_status status;

    code = clEnqueueReadBuffer(queue, from, CL_FALSE, 0, staging->bytes, staging->sides[0].bytes, 0, NULL,
                               &staging->read);
    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, staging->from_device, 1, &staging->read);
    }
    status = coop_graph_reached(graph, code, DOING, "clEnqueueReadBuffer");
    return status == COOP_OK ? coop_graph_reached(graph, clFlush(queue), DOING, "clFlush") : status;
}

/* As coop_graph_staging_is_here. */
static int is_over(const struct coop_graph_object *graph, cl_event event, uint32_t device)
{
    return event == NULL ? 1 : coop_graph_is_over(graph, event, "a copy between domains", device);
}

int coop_graph_staging_is_here(const struct coop_graph_object *graph,
                               const struct coop_graph_staging *staging)
{
    int is_read = staging != NULL ? is_over(graph, staging->read, staging->from_device) : 1;

    return is_read == 1 && staging != NULL ? is_over(graph, staging->written, staging->to_device) : is_read;
}

coop_status coop_graph_receive(struct coop_graph_object *graph, struct coop_graph_staging *staging, cl_mem to,
                               uint64_t to_offset, struct coop_graph_place *place)
{
    cl_int code;

    forget(&staging->read);
    forget(&staging->written);
    memcpy(staging->sides[1].bytes, staging->sides[0].bytes, staging->bytes);
    code = clEnqueueWriteBuffer(graph->queues[staging->to_device], to, CL_FALSE, to_offset, staging->bytes,
                                staging->sides[1].bytes, place->wait_count, coop_graph_waits_of(graph, place),
                                &staging->written);
    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, staging->to_device, 1, &staging->written);
    }
    place->wait_count = 0;
    return coop_graph_reached(graph, code, DOING, "clEnqueueWriteBuffer");
}
