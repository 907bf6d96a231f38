/* The control flow of a task: what is outstanding where, and what lives across its syncs. */
#include "coopc/task/live.h"

#include "coopc/check/flow_effect.h"
#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/task/place.h"

static bool is_sync(const struct task *task, size_t node)
{
    const struct call *call = task->flow.nodes.items[node].call;

    return call != NULL && call->operation == OPERATION_SYNC;
}

static bool is_spawn(const struct task *task, size_t node)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task->spawns.items[i].node == node) {
            return true;
        }
    }
    return false;
}

void live_build(struct task *task)
{
    flow_build(&task->flow, task->kernel);
    task->flow.is_strict = true;
    for (size_t i = 0; i < task->flow.nodes.count; ++i) {
        for (size_t j = 0; j < task->spawns.count; ++j) {
            if (range_holds(task->flow.nodes.items[i].range, task->spawns.items[j].keyword)) {
                task->spawns.items[j].node = i;
            }
        }
    }
}

size_t live_node_of(const struct task *task, const struct call *sync)
{
    for (size_t i = 0; i < task->flow.nodes.count; ++i) {
        if (task->flow.nodes.items[i].call == sync) {
            return i;
        }
    }
    return task->flow.entry;
}

bool live_may_be_idle(const struct task *task, size_t sync)
{
    struct flow_nodes reached = {.list = {NULL, 0, 0}};

    flow_search(&task->flow);
    flow_reach(&task->flow, &reached, task->flow.entry);
    for (size_t i = 0; i < task->flow.nodes.count; ++i) {
        if (is_sync(task, i)) {
            flow_reach_next(&task->flow, &reached, i);
        }
    }
    for (size_t i = 0; i < reached.list.count; ++i) {
        if (!is_sync(task, reached.list.items[i]) && !is_spawn(task, reached.list.items[i])) {
            flow_reach_next(&task->flow, &reached, reached.list.items[i]);
        }
    }
    return flow_has_reached(&reached, sync);
}

/* What is reached from behind the spawn up to, and with, the next syncs. */
static void reach_outstanding(const struct task *task, const struct spawn *spawn, struct flow_nodes *reached)
{
    flow_search(&task->flow);
    flow_reach_next(&task->flow, reached, spawn->node);
    for (size_t i = 0; i < reached->list.count; ++i) {
        if (!is_sync(task, reached->list.items[i])) {
            flow_reach_next(&task->flow, reached, reached->list.items[i]);
        }
    }
}

bool live_reaches(const struct task *task, const struct spawn *spawn, size_t node)
{
    struct flow_nodes reached = {.list = {NULL, 0, 0}};

    reach_outstanding(task, spawn, &reached);
    return flow_has_reached(&reached, node);
}

bool live_is_outstanding(const struct task *task, const struct spawn *spawn, const struct point *point)
{
    for (size_t i = 0; i < point->nodes.count; ++i) {
        if (live_reaches(task, spawn, point->nodes.items[i])) {
            return true;
        }
    }
    return false;
}

bool live_returns_early(const struct task *task)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (live_reaches(task, &task->spawns.items[i], 0)) { /* the node of the task's end */
            return true;
        }
    }
    return false;
}

void live_find_kept(const struct task *task, size_t node, struct variables *kept)
{
    for (size_t i = 0; i < task->function->variables.count; ++i) {
        struct variable *variable = task->function->variables.items[i];
        struct flow_nodes live = {.list = {NULL, 0, 0}};

        if (variable->is_common) {
            continue;
        }
        flow_live(&task->flow, variable, false, &live);
        if (flow_has_reached(&live, node)) {
            variables_add(kept, variable);
        }
    }
}

void live_mark_loops(struct task *task)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        struct spawn *spawn = &task->spawns.items[i];

        spawn->is_in_loop = live_reaches(task, spawn, spawn->node);
        for (size_t j = 0; j < task->function->calls.count && spawn->is_in_loop; ++j) {
            if (&task->function->calls.items[j] == spawn->call) {
                task->function->calls.items[j].operation = OPERATION_SPAWN;
            }
        }
    }
    task->function->sites = sites_create();
}

/* An element of an array may be the place of one spawn, and another element that of the next. */
static bool is_other_part(const struct task *task, const struct spawn *spawn,
                          const struct reference *reference)
{
    const struct spawn *other = task_spawn_at(task, reference->offset);

    return reference->access == ACCESS_PART && other != NULL && other->place.begin == reference->offset &&
           !reference->is_in_union && !places_overlap(&task->kernel->tokens, spawn, other);
}

static void check_node(const struct task *task, const struct spawn *spawn, size_t index)
{
    const struct flow_node *node = &task->flow.nodes.items[index];

    for (size_t i = 0; i < node->references.count; ++i) {
        const struct reference *reference = &task->function->references.items[node->references.items[i]];

        if (reference->variable == spawn->target && reference->access != ACCESS_NONE &&
            !is_other_part(task, spawn, reference)) {
            diag_error(
                ERROR_TASK_RESULT, task->kernel->source, reference->offset,
                "write coop_sync(); in front of this, or use another variable.",
                "'%s' is used here while the result of '%s', which is spawned in line %zu, may still be "
                "on its way into it",
                spawn->target->name, spawn->callee->name, source_line(task->kernel->source, spawn->keyword));
        }
    }
}

void live_check_results(const struct task *task)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        const struct spawn *spawn = &task->spawns.items[i];
        struct flow_nodes reached = {.list = {NULL, 0, 0}};

        if (spawn->target == NULL) {
            continue;
        }
        reach_outstanding(task, spawn, &reached);
        for (size_t j = 0; j < reached.list.count; ++j) {
            check_node(task, spawn, reached.list.items[j]);
        }
    }
}
