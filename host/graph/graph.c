/* The public functions of graphs. */
#include "coop/graph.h"

#include "coop/library.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_fit.h"
#include "host/graph/graph_node.h"
#include "host/graph/graph_part.h"
#include "host/graph/graph_queues_step.h"
#include "host/graph/graph_reduce.h"
#include "host/graph/graph_round.h"
#include "host/graph/graph_tensor.h"
#include "host/graph/graph_watch.h"
#include "host/graph/plan_check.h"
#include <stdlib.h>

#define MAKING "making a graph"
#define USING "using a graph"
#define STEPS_AHEAD 16u /* unless the options say otherwise */

static void graph_destroy(struct coop_object *object)
{
    struct coop_graph_object *graph = (struct coop_graph_object *)object;

    graph->executor->close(graph);
    coop_graph_watch_close(graph->watch);
    coop_graph_let(graph);
    coop_graph_parts_close(graph);
    for (uint32_t i = 0; i < graph->item_count; ++i) {
        coop_graph_item_close(&graph->items[i]);
    }
    for (uint32_t i = 0; i < graph->reduction_count; ++i) {
        coop_graph_reduction_close(graph->reductions[i]);
    }
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        coop_graph_tensor_close(&graph->tensors[i]);
        coop_object_release(graph->tensors[i].object != NULL ? &graph->tensors[i].object->base
                                                             : &graph->tensors[i].scalar->base);
    }
    coop_plan_clear(&graph->plan);
    free(graph->text);
    free(graph->items);
    free(graph->reductions);
    free(graph->tensors);
    free(graph->memory);
    free(graph->next_memory);
    free(graph->order);
    free(graph);
}

static coop_status create(struct coop_graph_object *graph, const struct coop_graph_options *options,
                          coop_graph **handle)
{
    coop_status status = coop_graph_watch_open(graph, options->timeline_commands);

    status = status == COOP_OK ? graph->executor->open(graph, options) : status;
    if (status == COOP_OK) {
        *handle = coop_object_open(&graph->base);
        if (*handle == NULL) {
            status = coop_graph_no_memory(graph, MAKING);
        }
    }
    return status;
}

coop_status coop_graph_create(coop_devices *devices, const struct coop_graph_options *options,
                              coop_graph **handle)
{
    coop_context *context = coop_devices_context(devices, 0);
    struct coop_graph_object *graph;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return coop_graph_fail(NULL, COOP_INVALID_HANDLE, MAKING,
                               "the devices are NULL, or were closed, or never opened");
    }
    if (handle == NULL || options == NULL || options->text == NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 handle == NULL ? "graph is NULL" : "options or its text is NULL");
    }
    if (options->executor != COOP_ON_QUEUES && options->executor != COOP_IN_RUNS) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 "the executor is neither COOP_ON_QUEUES nor COOP_IN_RUNS");
    }
    if ((unsigned)options->overlap > COOP_OVERLAP_OFF) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 "the options' overlap is none of enum coop_overlap");
    }
    if (options->timeline_commands > COOP_GRAPH_TIMELINE_MAX) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 "the options' timeline_commands are more than 1048576");
    }
    graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, MAKING,
                                 "the host has no memory left for a graph");
    }
    coop_object_init(&graph->base, COOP_KIND_GRAPH, graph, graph_destroy);
    coop_plan_init(&graph->plan);
    graph->executor = options->executor == COOP_IN_RUNS ? &coop_graph_in_runs : &coop_graph_on_queues;
    graph->context = context;
    graph->devices = devices;
    graph->device_count = coop_devices_count(devices);
    graph->times = 1;
    graph->overlap = options->overlap;
    graph->steps_ahead = options->steps_ahead != 0 ? options->steps_ahead : STEPS_AHEAD;
    status = create(graph, options, handle);
    coop_object_release(&graph->base);
    return status;
}

void coop_graph_destroy(coop_graph *handle)
{
    struct coop_graph_object *graph = (struct coop_graph_object *)coop_object_close(handle, COOP_KIND_GRAPH);

    /* Those that it is a node of keep it. A graph in runs is no node. */
    if (graph != NULL && graph->part_of > 0 && graph->is_running) {
        coop_graph_queues_stop(graph);
        coop_graph_parts_lend(graph, -1);
        coop_graph_let(graph);
    }
    coop_object_release(graph != NULL ? &graph->base : NULL);
}

static struct coop_graph_object *get(coop_graph *handle)
{
    return coop_graph_get(handle, USING);
}

coop_run *coop_graph_run(coop_graph *handle, uint32_t index)
{
    struct coop_graph_object *graph = get(handle);
    coop_run *run = NULL;

    if (graph != NULL) {
        run = index < graph->device_count ? graph->executor->run_of(graph, index) : NULL;
        coop_object_release(&graph->base);
    }
    return run;
}

/* A graph to which something may be added; NULL, recorded, with the status otherwise.
 * is_given  whether what the call needs is not NULL. */
static struct coop_graph_object *get_open(coop_graph *handle, int is_given, coop_status *status)
{
    struct coop_graph_object *graph = get(handle);

    *status = graph == NULL ? COOP_INVALID_HANDLE : COOP_OK;
    if (graph != NULL && !is_given) {
        *status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING, "an argument is NULL");
    } else if (graph != NULL && graph->order != NULL) {
        *status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING,
                                  "the graph is finished, and nothing can be added; make another one");
    } else if (graph != NULL && graph->part_of > 0) {
        *status =
            coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING,
                            "the graph is a node of another one, and nothing can be added; make another one");
    }
    if (*status != COOP_OK && graph != NULL) {
        coop_object_release(&graph->base);
        graph = NULL;
    }
    return graph;
}

static coop_status give_back(struct coop_graph_object *graph, coop_status status)
{
    coop_object_release(&graph->base);
    return status;
}

coop_status coop_graph_split(coop_graph *handle, const struct coop_graph_node *node)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, node != NULL, &status);

    return graph == NULL ? status : give_back(graph, coop_graph_add_kernel(graph, node, COOP_PLAN_BESIDE));
}

coop_status coop_graph_then_split(coop_graph *handle, const struct coop_graph_node *node)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, node != NULL, &status);

    return graph == NULL ? status
                         : give_back(graph, coop_graph_add_kernel(graph, node, COOP_PLAN_THEN_BY_BLOCK));
}

coop_status coop_graph_copy(coop_graph *handle, const char *name, coop_tensor *from, coop_tensor *to)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, name != NULL, &status);

    return graph == NULL ? status : give_back(graph, coop_graph_add_copy(graph, name, from, to));
}

coop_status coop_graph_fill(coop_graph *handle, const char *name, coop_tensor *tensor, const void *cell)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, name != NULL && cell != NULL, &status);

    return graph == NULL ? status : give_back(graph, coop_graph_add_fill(graph, name, tensor, cell));
}

static coop_status add_reduce(coop_graph *handle, const char *name, coop_tensor *tensor, const char *member,
                              enum coop_operator operation, coop_scalar *scalar, enum coop_plan_where where)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, name != NULL && member != NULL, &status);

    return graph == NULL ? status
                         : give_back(graph, coop_graph_add_reduce(graph, name, tensor, member, operation,
                                                                  scalar, where));
}

coop_status coop_graph_reduce(coop_graph *handle, const char *name, coop_tensor *tensor, const char *member,
                              enum coop_operator operation, coop_scalar *scalar)
{
    return add_reduce(handle, name, tensor, member, operation, scalar, COOP_PLAN_BESIDE);
}

coop_status coop_graph_then_reduce(coop_graph *handle, const char *name, coop_tensor *tensor,
                                   const char *member, enum coop_operator operation, coop_scalar *scalar)
{
    return add_reduce(handle, name, tensor, member, operation, scalar, COOP_PLAN_THEN_BY_BLOCK);
}

static coop_status add_function(coop_graph *handle, const char *name, coop_graph_function *function,
                                void *data, enum coop_plan_where where)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, name != NULL && function != NULL, &status);

    return graph == NULL ? status
                         : give_back(graph, coop_graph_add_function(graph, name, function, data, where));
}

coop_status coop_graph_emplace(coop_graph *handle, const char *name, coop_graph_function *function,
                               void *data)
{
    return add_function(handle, name, function, data, COOP_PLAN_BESIDE);
}

coop_status coop_graph_then(coop_graph *handle, const char *name, coop_graph_function *function, void *data)
{
    return add_function(handle, name, function, data, COOP_PLAN_THEN);
}

coop_status coop_graph_sync(coop_graph *handle, const char *name, coop_graph_function *function, void *data)
{
    return add_function(handle, name, function, data, COOP_PLAN_THEN);
}

static coop_status add_graph(coop_graph *handle, const char *name, coop_graph *part,
                             enum coop_plan_where where)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, name != NULL, &status);
    struct coop_graph_object *other;

    if (graph == NULL) {
        return status;
    }
    other = get(part);
    if (other == NULL) {
        return give_back(graph, COOP_INVALID_HANDLE);
    }
    status = coop_graph_add_part(graph, name, other, where);
    coop_object_release(&other->base);
    return give_back(graph, status);
}

coop_status coop_graph_emplace_graph(coop_graph *handle, const char *name, coop_graph *part)
{
    return add_graph(handle, name, part, COOP_PLAN_BESIDE);
}

coop_status coop_graph_then_graph(coop_graph *handle, const char *name, coop_graph *part)
{
    return add_graph(handle, name, part, COOP_PLAN_THEN);
}

coop_status coop_graph_swap(coop_graph *handle, coop_tensor *left, coop_tensor *right)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, 1, &status);

    return graph == NULL ? status : give_back(graph, coop_graph_add_swap(graph, left, right));
}

coop_status coop_graph_edge(coop_graph *handle, const char *before, const char *after)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, before != NULL && after != NULL, &status);

    if (graph == NULL) {
        return status;
    }
    status = coop_plan_edge(&graph->plan, before, after);
    if (status != COOP_OK) {
        status = coop_graph_fail(graph, status, USING, "%s", graph->plan.message);
    }
    return give_back(graph, status);
}

coop_status coop_graph_repeat(coop_graph *handle, uint64_t times)
{
    struct coop_graph_object *graph = get(handle);
    coop_status status = COOP_OK;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (graph->is_running) {
        status = coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING, "the graph runs; wait for its end");
    } else {
        graph->times = times;
    }
    return give_back(graph, status);
}

static coop_status set_condition(struct coop_graph_object *graph,
                                 const struct coop_graph_condition *condition)
{
    static const struct coop_graph_condition none = {.every = 1};
    coop_status status;

    if (condition == NULL) {
        graph->condition = none;
        return COOP_OK;
    }
    if (condition->predicate == NULL) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING, "the condition's predicate is NULL");
    }
    status = coop_graph_take_scalar(graph, condition->scalar, &graph->condition_scalar);
    if (status == COOP_OK) {
        graph->condition = *condition;
        graph->condition.every = condition->every != 0 ? condition->every : 1;
    }
    return status;
}

coop_status coop_graph_conditional(coop_graph *handle, const struct coop_graph_condition *condition)
{
    coop_status status;
    struct coop_graph_object *graph = get_open(handle, 1, &status);

    return graph == NULL ? status : give_back(graph, set_condition(graph, condition));
}

uint64_t coop_graph_rounds(coop_graph *handle)
{
    struct coop_graph_object *graph = get(handle);
    uint64_t rounds = graph != NULL ? graph->rounds : 0;

    coop_object_release(graph != NULL ? &graph->base : NULL);
    return rounds;
}

/* ---- running it ---- */

static coop_status finish(struct coop_graph_object *graph)
{
    coop_status status;

    status = coop_graph_fit(graph);
    if (status != COOP_OK || graph->order != NULL) {
        return status;
    }
    status = graph->executor->check(graph);
    if (status != COOP_OK) {
        return status;
    }
    status = coop_plan_check(&graph->plan, &graph->order);
    if (status != COOP_OK) {
        return coop_graph_fail(graph, status, "checking a graph", "%s", graph->plan.message);
    }
    status = graph->executor->take_memory(graph);
    if (status != COOP_OK) {
        graph->executor->drop_memory(graph);
        free(graph->order);
        graph->order = NULL;
    }
    return status;
}

coop_status coop_graph_finish(coop_graph *handle)
{
    struct coop_graph_object *graph = get(handle);
    coop_status status;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = coop_graph_hold(graph);
    status = status == COOP_OK ? finish(graph) : status;
    coop_graph_let_ended(graph);
    return give_back(graph, status);
}

coop_status coop_graph_start(coop_graph *handle)
{
    struct coop_graph_object *graph = get(handle);
    coop_status status;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (graph->is_running) {
        return give_back(graph, coop_graph_fail(graph, COOP_INVALID_ARGUMENT, USING,
                                                "the graph runs already; wait for its end"));
    }
    status = coop_graph_parts_check(graph);
    status = status == COOP_OK ? coop_graph_hold(graph) : status;
    status = status == COOP_OK ? finish(graph) : status;
    status = status == COOP_OK ? coop_graph_begin(graph) : status;
    if (graph->is_running) {
        coop_graph_parts_lend(graph, 1);
    }
    coop_graph_let_ended(graph);
    return give_back(graph, status);
}

coop_status coop_graph_wait(coop_graph *handle, uint64_t timeout_ns)
{
    struct coop_graph_object *graph = get(handle);
    coop_status status;
    int was_running;

    if (graph == NULL) {
        return COOP_INVALID_HANDLE;
    }
    was_running = graph->is_running;
    status = graph->executor->go_on(graph, timeout_ns);
    if (was_running && !graph->is_running) {
        coop_graph_parts_lend(graph, -1);
        coop_graph_let_ended(graph);
    }
    return give_back(graph, status);
}
