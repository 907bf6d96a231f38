#include "host/graph/graph_command.h"

#include "host/graph/graph_fail.h"
#include "host/graph/graph_watch.h"

#define DOING "running a graph"

const struct coop_tensor_object *coop_graph_tensor_of(const struct coop_graph_object *graph, uint32_t storage)
{
    return graph->tensors[graph->memory[storage]].object;
}

uint32_t coop_graph_task_device(const struct coop_graph_object *graph, uint32_t number)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    const struct coop_plan_node *node = &graph->plan.nodes[task->node];
    int has_tensor = node->access_count > 0 && graph->tensors[node->accesses[0].storage].object != NULL;

    return has_tensor ? coop_graph_tensor_of(graph, node->accesses[0].storage)->blocks[task->block].device
                      : 0;
}

struct coop_graph_domain *coop_graph_domain_of(struct coop_graph_object *graph, uint32_t device)
{
    return &graph->domains[graph->domains_of[device]];
}

/* With overlap borders have queues of their own. */
static uint32_t queue_of(const struct coop_graph_object *graph, uint32_t number, uint32_t device)
{
    int is_border = graph->plan.nodes[graph->plan.tasks[number].node].kind == COOP_PLAN_BORDER;

    return is_border && graph->queue_count > graph->device_count ? graph->device_count + device : device;
}

struct coop_graph_place coop_graph_place_behind(struct coop_graph_object *graph, uint32_t number,
                                                uint32_t device, const uint32_t *before, uint32_t count)
{
    struct coop_graph_place place = {.queue = queue_of(graph, number, device), .device = device};

    for (uint32_t i = 0; i < count; ++i) {
        uint32_t other = coop_graph_task_device(graph, before[i]);

        if (graph->events[before[i]] != NULL && queue_of(graph, before[i], other) != place.queue &&
            graph->domains_of[other] == graph->domains_of[device]) {
            graph->waits[place.wait_count++] = graph->events[before[i]];
        }
    }
    return place;
}

struct coop_graph_place coop_graph_place_on(struct coop_graph_object *graph, uint32_t number, uint32_t device)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];

    return coop_graph_place_behind(graph, number, device, task->before, task->before_count);
}

const cl_event *coop_graph_waits_of(const struct coop_graph_object *graph,
                                    const struct coop_graph_place *place)
{
    return place->wait_count > 0 ? graph->waits : NULL;
}

void coop_graph_pass(struct coop_graph_call *call, size_t bytes, const void *value)
{
    if (call->code == CL_SUCCESS) {
        call->code = clSetKernelArg(call->kernel, call->count++, bytes, value);
    }
}

coop_status coop_graph_enqueue(struct coop_graph_object *graph, const struct coop_graph_call *call,
                               const struct coop_graph_place *place, uint32_t dimensions,
                               const size_t *global, const size_t *local)
{
    cl_event *event = coop_graph_watch_event(graph, place->event);
    cl_int code = call->code;

    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clSetKernelArg");
    }
    code = clEnqueueNDRangeKernel(graph->queues[place->queue], call->kernel, dimensions, place->offset,
                                  global, local, place->wait_count, coop_graph_waits_of(graph, place), event);
    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, place->device, 0, event);
    }
    return coop_graph_reached(graph, code, DOING, "clEnqueueNDRangeKernel");
}

int coop_graph_is_over(const struct coop_graph_object *graph, cl_event event, const char *what,
                       uint32_t device)
{
    cl_int state = CL_COMPLETE;
    cl_int code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

    if (code != CL_SUCCESS || state < 0) {
        (void)coop_graph_fail(graph, COOP_OPENCL_FAILED, DOING, "%s%s on device %u failed with %d",
                              code != CL_SUCCESS ? "clGetEventInfo of " : "", what, device,
                              (int)(code != CL_SUCCESS ? code : state));
        return -1;
    }
    return state == CL_COMPLETE;
}

coop_status coop_graph_copy_bytes(struct coop_graph_object *graph, const struct coop_graph_place *place,
                                  const struct coop_graph_bytes *bytes)
{
    cl_event *event = coop_graph_watch_event(graph, place->event);
    cl_int code =
        clEnqueueCopyBuffer(graph->queues[place->queue], bytes->from, bytes->to, 0, bytes->to_offset,
                            bytes->count, place->wait_count, coop_graph_waits_of(graph, place), event);

    if (code == CL_SUCCESS) {
        coop_graph_watch_keep(graph, place->device, 1, event);
    }
    return coop_graph_reached(graph, code, DOING, "clEnqueueCopyBuffer");
}
