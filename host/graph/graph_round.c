#include "host/graph/graph_round.h"

#include "host/base/clock.h"
#include "host/graph/graph_executor.h"
#include "host/graph/graph_fail.h"
#include "host/graph/graph_watch.h"

#define DOING "running a graph"

void coop_graph_next_step(struct coop_graph_object *graph)
{
    const struct coop_plan *plan = &graph->plan;

    for (uint32_t i = 0; i < plan->storage_count; ++i) {
        graph->next_memory[i] = graph->memory[plan->names[i]];
    }
    for (uint32_t i = 0; i < plan->storage_count; ++i) { /* none: both are NULL */
        graph->memory[i] = graph->next_memory[i];
    }
    graph->position = 0;
    graph->steps_left--;
    graph->rounds++;
}

void coop_graph_note_written(struct coop_graph_object *graph, uint32_t task)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[task].node];

    for (uint32_t i = 0; i < node->access_count; ++i) {
        graph->tensors[node->accesses[i].storage].is_written |=
            (node->accesses[i].how & COOP_PLAN_WRITES) != 0;
    }
}

void coop_graph_forget_written(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        graph->tensors[i].is_written = 0;
    }
}

void coop_graph_settle(struct coop_graph_object *graph)
{
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) {
        if (graph->tensors[i].scalar != NULL) {
            graph->tensors[i].scalar->is_set |= graph->tensors[i].is_written;
        }
    }
    coop_graph_forget_written(graph);
    for (uint32_t i = 0; i < graph->plan.storage_count; ++i) { /* round each circle of the permutation */
        while (graph->memory[i] != i) {
            uint32_t from = graph->memory[i];
            struct coop_block *blocks = graph->tensors[i].object->blocks;

            graph->tensors[i].object->blocks = graph->tensors[from].object->blocks;
            graph->tensors[from].object->blocks = blocks;
            for (uint32_t k = 0; k < graph->plan.storage_count; ++k) {
                graph->memory[k] = graph->memory[k] == i && k != i ? from : graph->memory[k];
            }
            graph->memory[i] = i;
        }
    }
}

uint64_t coop_graph_next_steps(const struct coop_graph_object *graph)
{
    const struct coop_graph_condition *condition = &graph->condition;
    uint64_t left = condition->rounds_max - graph->rounds;

    return condition->rounds_max != 0 && left < condition->every ? left : condition->every;
}

coop_status coop_graph_ask(struct coop_graph_object *graph)
{
    const struct coop_graph_condition *condition = &graph->condition;
    struct coop_scalar_object *scalar = graph->tensors[graph->condition_scalar].scalar;
    uint64_t value = 0;
    int again = 0;
    coop_status status;

    coop_graph_settle(graph);
    status = coop_scalar_fetch(scalar, &value);
    if (status != COOP_OK) {
        return status;
    }
    status = condition->predicate(condition->data, &value, &again);
    if (status != COOP_OK) {
        return coop_graph_fail(graph, status, DOING, "the predicate over the scalar '%s' failed",
                               scalar->name);
    }
    if (again && condition->rounds_max != 0 && graph->rounds >= condition->rounds_max) {
        return coop_graph_fail(graph, COOP_STALLED, DOING,
                               "after %llu rounds, the most, the predicate over the scalar '%s' still holds",
                               (unsigned long long)graph->rounds, scalar->name);
    }
    graph->steps_left = again ? coop_graph_next_steps(graph) : 0;
    return COOP_OK;
}

coop_status coop_graph_call(struct coop_graph_object *graph, uint32_t task)
{
    const struct coop_plan_node *node = &graph->plan.nodes[graph->plan.tasks[task].node];
    const struct coop_graph_item *item = &graph->items[node->item];
    uint64_t begin_ns = coop_clock_now_ns();
    coop_status status;

    coop_graph_settle(graph); /* those of the steps before: the function may read the tensors */
    status = item->function(item->data);
    coop_graph_watch_host(graph, task, 0, begin_ns);
    return status == COOP_OK
               ? COOP_OK
               : coop_graph_fail(graph, status, DOING, "the host's function '%s' failed", node->name);
}

/* ---- beginning ---- */

/* What the first step reads, it or somebody before has set. */
static coop_status check_scalars(const struct coop_graph_object *graph)
{
    const struct coop_plan *plan = &graph->plan;

    for (uint32_t i = 0; i < plan->storage_count; ++i) {
        const struct coop_scalar_object *scalar = graph->tensors[i].scalar;

        if (scalar == NULL || scalar->is_set) {
            continue;
        }
        if (plan->storages[i].first_reader != COOP_PLAN_NONE) {
            return coop_graph_fail(graph, COOP_INVALID_ARGUMENT, DOING,
                                   "'%s' reads the scalar '%s' before anybody has set it; set it with "
                                   "coop_scalar_write, or put what computes it in front",
                                   plan->nodes[plan->storages[i].first_reader].name, scalar->name);
        }
        if (graph->condition.predicate != NULL && graph->condition_scalar == i &&
            plan->writers[i] == COOP_PLAN_NONE) {
            return coop_graph_fail(
                graph, COOP_INVALID_ARGUMENT, DOING,
                "the condition is over the scalar '%s', which nobody has set, nor does a node", scalar->name);
        }
    }
    return COOP_OK;
}

coop_status coop_graph_begin(struct coop_graph_object *graph)
{
    coop_status status = graph->executor->check(graph);

    status = status == COOP_OK ? check_scalars(graph) : status;
    if (status != COOP_OK) {
        return status;
    }
    graph->rounds = 0;
    graph->steps_left = graph->condition.predicate != NULL ? coop_graph_next_steps(graph) : graph->times;
    if (graph->plan.task_count == 0 && graph->plan.storage_count == 0) {
        graph->steps_left = 0; /* there may be swaps alone, which are steps */
    }
    if (graph->steps_left == 0) {
        return COOP_OK;
    }
    status = coop_graph_watch_begin(graph);
    if (status != COOP_OK) {
        return status;
    }
    graph->is_running = 1;
    return graph->executor->begin(graph);
}
