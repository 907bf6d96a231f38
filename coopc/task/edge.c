/* The edges of the flow graph that tasks run on.
 *
 * Each channel of a task emits what the states behind it spawn, at most once for each spawn; and where the
 * task may return, one item into any point that may wait for it. */
#include "coopc/task/edge.h"

#include "coopc/task/cut.h"
#include "coopc/task/live.h"

static void edge_add(struct edges *edges, size_t from, size_t to, size_t most, bool is_spawn)
{
    struct task_edge *edge;

    for (size_t i = 0; i < edges->list.count; ++i) {
        edge = &edges->list.items[i];
        if (edge->from == from && edge->to == to) {
            edge->most += is_spawn ? most : 0;
            return;
        }
    }
    edge = LIST_ADD(&edges->list);
    *edge = (struct task_edge){from, to, most, is_spawn};
}

/* The points that may wait for the task. */
static void add_returns(struct edges *edges, const struct tasks *tasks, const struct task *task, size_t from)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *parent = tasks->list.items[i];

        for (size_t j = 0; j < parent->spawns.count; ++j) {
            for (size_t k = 0; k < parent->points.count && parent->spawns.items[j].callee == task; ++k) {
                if (parent->points.items[k].kind != POINT_LOOP &&
                    live_is_outstanding(parent, &parent->spawns.items[j], &parent->points.items[k])) {
                    edge_add(edges, from, parent->points.items[k].tag, 1, false);
                }
            }
        }
    }
}

/* How often the spawn is run in one step: in a loop until the step has spawned enough. */
static size_t most_of(const struct task *task, const struct spawn *spawn, const bool *is_reached)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        const struct spawn *other = &task->spawns.items[i];

        if (other < spawn && other->is_in_loop && spawn->is_in_loop && other->callee == spawn->callee &&
            task_reaches(task, is_reached, other)) {
            return 0; /* counted already */
        }
    }
    return spawn->is_in_loop ? TASK_SPAWNS_MAX : 1;
}

static void add_channel(struct edges *edges, const struct tasks *tasks, const struct task *task,
                        const struct point *begin, size_t from)
{
    const bool *is_reached = task_states_from(task, begin);
    bool returns = false;

    for (size_t i = 0; i < task->spawns.count; ++i) {
        const struct spawn *spawn = &task->spawns.items[i];

        if (task_reaches(task, is_reached, spawn)) {
            edge_add(edges, from, spawn->callee->tag, most_of(task, spawn, is_reached), true);
            if (spawn->callee->apart_tag != 0) {
                edge_add(edges, from, spawn->callee->apart_tag, most_of(task, spawn, is_reached), true);
            }
        }
    }
    for (size_t i = 0; i < task->kernel->states.count; ++i) {
        const struct state *state = &task->kernel->states.items[i];

        returns |= is_reached[i] && (state->operation == OPERATION_RETURN || state->may_return);
    }
    if (returns) {
        add_returns(edges, tasks, task, from);
    }
    /* A task that has kept itself may be the last that its sync waits for. */
    for (size_t i = 0; i < task->points.count; ++i) {
        const struct point *point = &task->points.items[i];
        bool is_own = point->kind == POINT_LOOP ? point != begin : begin != NULL && begin->kind == POINT_LOOP;

        if (is_own && task_leads_to(task, is_reached, point)) {
            edge_add(edges, from, point->tag, 1, false);
        }
    }
}

struct edges edges_of(const struct tasks *tasks)
{
    struct edges edges = {.list = {NULL, 0, 0}};

    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];

        if (task->is_by_group) {
            add_returns(&edges, tasks, task, task->tag);
            continue;
        }
        add_channel(&edges, tasks, task, NULL, task->tag);
        if (task->apart_tag != 0) {
            add_channel(&edges, tasks, task, NULL, task->apart_tag);
        }
        for (size_t j = 0; j < task->points.count; ++j) {
            if (task->points.items[j].kind != POINT_END) {
                add_channel(&edges, tasks, task, &task->points.items[j], task->points.items[j].tag);
            } else {
                add_returns(&edges, tasks, task, task->points.items[j].tag);
            }
        }
    }
    return edges;
}
