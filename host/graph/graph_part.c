#include "host/graph/graph_part.h"

#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_node.h"
#include "host/graph/graph_tensor.h"
#include "host/graph/plan_join.h"
#include "host/graph/plan_part.h"
#include <stdlib.h>

#define DOING "adding a graph to a graph"

static coop_status check_part(struct coop_graph_object *graph, const char *name,
                              const struct coop_graph_object *part)
{
    if (part == graph) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "'%.60s' is the graph itself, which cannot be a node of itself", name);
    }
    if (part->devices != graph->devices) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "the graph '%.60s' is of other devices",
                               name);
    }
    if (graph->executor->run_of(graph, 0) != NULL || part->executor->run_of(part, 0) != NULL) {
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "the graph '%.60s' cannot be a node: a graph in runs (COOP_IN_RUNS) has its devices' "
            "runs for itself; add its nodes one by one, or make both graphs on queues",
            name);
    }
    if (part->condition.predicate != NULL) {
        return coop_graph_fail(
            graph, COOP_INVALID_ARGUMENT, DOING,
            "the graph '%.60s' has a condition, which the host asks between runs; only the "
            "whole can have one, so give it to the graph that has '%.60s' as a node",
            name, name);
    }
    if (part->times > COOP_PLAN_TIMES_MAX) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the graph '%.60s' repeats %llu times; a node is one for each of them, and %u "
                               "is the most, so let the whole repeat",
                               name, (unsigned long long)part->times, COOP_PLAN_TIMES_MAX);
    }
    if (coop_plan_check_part(&graph->plan, name, &part->plan) != COOP_OK) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING, "%s", graph->plan.message);
    }
    return COOP_OK;
}

/* The tensors and scalars of the part are the graph's, too. */
static coop_status take_storages(struct coop_graph_object *graph, const struct coop_graph_object *part,
                                 uint32_t *numbers)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < part->plan.storage_count && status == COOP_OK; ++i) {
        status = part->tensors[i].object != NULL
                     ? coop_graph_join_tensor(graph, part->tensors[i].object, &numbers[i])
                     : coop_graph_join_scalar(graph, part->tensors[i].scalar, &numbers[i]);
    }
    return status;
}

/* All that an item has, or nothing. */
static coop_status retain(const struct coop_graph_object *graph, const struct coop_graph_item *item)
{
    struct coop_graph_item had = {.function = NULL};
    cl_int code = CL_SUCCESS;

    for (uint32_t i = 0; i < graph->domain_count && code == CL_SUCCESS; ++i) {
        code = item->kernels[i] != NULL ? clRetainKernel(item->kernels[i]) : CL_SUCCESS;
        had.kernels[i] = code == CL_SUCCESS ? item->kernels[i] : NULL;
        if (code == CL_SUCCESS && item->cells[i] != NULL) {
            code = clRetainMemObject(item->cells[i]);
            had.cells[i] = code == CL_SUCCESS ? item->cells[i] : NULL;
        }
    }
    if (code != CL_SUCCESS) {
        coop_graph_item_close(&had);
    }
    return coop_graph_reached(graph, code, DOING, "clRetainKernel or clRetainMemObject");
}

/* The same kernels, whose values are set: their tensors are set each time, by either graph. */
static coop_status share_items(struct coop_graph_object *graph, const struct coop_graph_object *part)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < part->item_count && status == COOP_OK; ++i) {
        struct coop_graph_item item; /* is closed where it cannot be added; the part's stays */

        part->items[i].is_shared = 1;
        item = part->items[i];
        status = retain(graph, &item);
        status = status == COOP_OK ? coop_graph_add_item(graph, &item) : status;
    }
    return status;
}

static const struct coop_graph_reduction *reduction_of(const struct coop_graph_object *graph,
                                                       const struct coop_plan_node *node,
                                                       enum coop_plan_kind kind)
{
    return node->kind == kind ? graph->items[node->item].reduction : NULL;
}

/* A reduction has its memory once: where the part stands several times, the pieces of the next time wait
 * until those of the time before are combined.
 * first  of the part's nodes. */
static int order_reductions(struct coop_graph_object *graph, uint32_t first)
{
    struct coop_plan *plan = &graph->plan;

    for (uint32_t i = first; i < plan->node_count; ++i) {
        const struct coop_graph_reduction *own = reduction_of(graph, &plan->nodes[i], COOP_PLAN_PIECES);

        for (uint32_t before = 0; before < i && own != NULL; ++before) {
            if (reduction_of(graph, &plan->nodes[before], COOP_PLAN_COMBINE) != own) {
                continue;
            }
            for (uint32_t k = 0; k < plan->nodes[i].task_count; ++k) {
                if (!coop_plan_join_node(plan, before, COOP_PLAN_NONE, 0, plan->nodes[i].first_task + k)) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static coop_status keep_part(struct coop_graph_object *graph, struct coop_graph_object *part)
{
    if (!coop_plan_grow(&graph->parts, graph->part_count, sizeof *graph->parts)) {
        return coop_graph_no_memory(graph, DOING);
    }
    coop_object_keep(&part->base);
    part->part_of++;
    graph->parts[graph->part_count++] = part;
    return COOP_OK;
}

/* Its numbers are those of the part's tensors. */
static coop_status say_part(struct coop_graph_object *graph, const char *name,
                            const struct coop_graph_object *part, enum coop_plan_where where,
                            uint32_t *numbers)
{
    uint32_t first_node = graph->plan.node_count;
    uint32_t first_item = graph->item_count;
    coop_status status = take_storages(graph, part, numbers);

    status = status == COOP_OK ? share_items(graph, part) : status;
    if (status != COOP_OK) {
        return status;
    }
    status =
        coop_plan_part(&graph->plan, name, where, &part->plan, (uint32_t)part->times, numbers, first_item);
    if (status != COOP_OK) {
        return coop_graph_fail(graph, status, DOING, "%s", graph->plan.message);
    }
    return order_reductions(graph, first_node) ? COOP_OK : coop_graph_no_memory(graph, DOING);
}

coop_status coop_graph_add_part(struct coop_graph_object *graph, const char *name,
                                struct coop_graph_object *part, enum coop_plan_where where)
{
    coop_status status = check_part(graph, name, part);
    uint32_t *numbers;

    if (status != COOP_OK) {
        return status;
    }
    numbers = calloc(part->plan.storage_count + (size_t)1, sizeof *numbers);
    if (numbers == NULL) {
        return coop_graph_no_memory(graph, DOING);
    }
    status = keep_part(graph, part);
    status = status == COOP_OK ? say_part(graph, name, part, where, numbers) : status;
    free(numbers);
    return status;
}

/* ---- only one of them runs ---- */

static const struct coop_graph_object *find_running(const struct coop_graph_object *graph)
{
    const struct coop_graph_object *found = NULL;

    for (uint32_t i = 0; i < graph->part_count && found == NULL; ++i) {
        const struct coop_graph_object *part = graph->parts[i];

        found = part->is_running || part->lent > 0 ? part : find_running(part);
    }
    return found;
}

coop_status coop_graph_parts_check(const struct coop_graph_object *graph)
{
    if (graph->lent > 0) {
        return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                               "the graph is a node of one that runs; wait for its end");
    }
    return find_running(graph) == NULL
               ? COOP_OK
               : coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                 "a graph that is a node of this one runs; wait for its end");
}

void coop_graph_parts_lend(struct coop_graph_object *graph, int change)
{
    for (uint32_t i = 0; i < graph->part_count; ++i) {
        graph->parts[i]->lent += (uint32_t)change;
        coop_graph_parts_lend(graph->parts[i], change);
    }
}

void coop_graph_parts_close(struct coop_graph_object *graph)
{
    if (graph->is_running) {
        coop_graph_parts_lend(graph, -1);
    }
    for (uint32_t i = 0; i < graph->part_count; ++i) {
        graph->parts[i]->part_of--;
        coop_object_release(&graph->parts[i]->base);
    }
    free(graph->parts);
}
