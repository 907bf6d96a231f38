#include "host/graph/graph_command.h"

#include "host/graph/graph_carry.h"
#include "host/graph/graph_fail.h"

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

/* The task's event as those of the domain can wait for it; NULL, and recorded, on failure. */
static cl_event event_in(struct coop_graph_object *graph, uint32_t task, uint32_t domain)
{
    cl_event *echo = &graph->echoes[(size_t)task * graph->domain_count + domain];

    if (graph->domains_of[coop_graph_task_device(graph, task)] == domain) {
        return graph->events[task];
    }
    if (*echo == NULL) {
        (void)coop_graph_echo(graph, graph->events[task], domain, echo);
    }
    return *echo;
}

struct coop_graph_place coop_graph_place_on(struct coop_graph_object *graph, uint32_t number, uint32_t device)
{
    const struct coop_plan_task *task = &graph->plan.tasks[number];
    struct coop_graph_place place = {.device = device, .status = COOP_OK};

    for (uint32_t i = 0; i < task->before_count; ++i) {
        uint32_t before = task->before[i];

        if (graph->events[before] != NULL && coop_graph_task_device(graph, before) != device) {
            cl_event event = event_in(graph, before, graph->domains_of[device]);

            if (event == NULL) {
                place.status = COOP_OPENCL_FAILED;
                return place;
            }
            graph->waits[place.wait_count++] = event;
        }
    }
    return place;
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
    cl_int code = call->code;

    if (place->status != COOP_OK) {
        return place->status;
    }
    if (code != CL_SUCCESS) {
        return coop_graph_reached(graph, code, DOING, "clSetKernelArg");
    }
    code = clEnqueueNDRangeKernel(graph->queues[place->device], call->kernel, dimensions, NULL, global, local,
                                  place->wait_count, coop_graph_waits_of(graph, place), place->event);
    return coop_graph_reached(graph, code, DOING, "clEnqueueNDRangeKernel");
}
