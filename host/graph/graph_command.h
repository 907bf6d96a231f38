/* Commands of a graph on its queues. Queues are in order, so a task waits by events for those of other queues
 * of its domain alone. */
#ifndef COOP_HOST_GRAPH_GRAPH_COMMAND_H
#define COOP_HOST_GRAPH_GRAPH_COMMAND_H

#include "host/graph/graph_form.h"

/* Where a command stands. */
struct coop_graph_place {
    uint32_t queue; /* a device's number, or that of its queue for borders */
    uint32_t device;
    const size_t *offset; /* of the first work-item; NULL: 0 */
    cl_uint wait_count;   /* of graph->waits */
    cl_event *event;      /* NULL: none is wanted */
};

/* A kernel with its arguments. */
struct coop_graph_call {
    cl_kernel kernel;
    cl_uint count; /* of the arguments */
    cl_int code;   /* of the first that failed */
};

/* What is copied from the begin of one memory object into another one of its domain. */
struct coop_graph_bytes {
    cl_mem from;
    cl_mem to;
    size_t to_offset;
    size_t count;
};

/* The tensor whose memory the storage is in the step that is given now. */
const struct coop_tensor_object *coop_graph_tensor_of(const struct coop_graph_object *graph,
                                                      uint32_t storage);

/* The device of a task; that of a function of the host, and of what writes scalars, is the first. */
uint32_t coop_graph_task_device(const struct coop_graph_object *graph, uint32_t task);

/* The domain of a device of the graph. */
struct coop_graph_domain *coop_graph_domain_of(struct coop_graph_object *graph, uint32_t device);

/* A place for a task's command on a device, behind what the task waits for in other queues of its domain:
 * graph->waits has their events. */
struct coop_graph_place coop_graph_place_on(struct coop_graph_object *graph, uint32_t task, uint32_t device);

/* The same behind these tasks instead. */
struct coop_graph_place coop_graph_place_behind(struct coop_graph_object *graph, uint32_t task,
                                                uint32_t device, const uint32_t *before, uint32_t count);

/* The list to wait for; NULL: none. */
const cl_event *coop_graph_waits_of(const struct coop_graph_object *graph,
                                    const struct coop_graph_place *place);

void coop_graph_pass(struct coop_graph_call *call, size_t bytes, const void *value);
coop_status coop_graph_enqueue(struct coop_graph_object *graph, const struct coop_graph_call *call,
                               const struct coop_graph_place *place, uint32_t dimensions,
                               const size_t *global, const size_t *local);

/* Whether a command has ended: 1, 0, or -1, recorded, when it has failed.
 * what  it is, for the message. */
int coop_graph_is_over(const struct coop_graph_object *graph, cl_event event, const char *what,
                       uint32_t device);

/* Copies on the place's queue. */
coop_status coop_graph_copy_bytes(struct coop_graph_object *graph, const struct coop_graph_place *place,
                                  const struct coop_graph_bytes *bytes);

#endif
