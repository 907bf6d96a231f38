/* A task becomes states and points.
 *
 * The states are those of a kernel whose operations are coop_sync, and coop_spawn in loops. Each state that
 * begins behind one is a point, with a channel of its own; what lives across it is kept in the closure. */
#include "coopc/task/cut.h"

#include "coopc/lower/flatten.h"
#include "coopc/lower/variables.h"
#include "coopc/model/kernel.h"
#include "coopc/task/live.h"
#include "coopc/task/spawn.h"

static struct point *point_at(struct task *task, size_t state, enum point_kind kind)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind == kind && task->points.items[i].state == state) {
            return &task->points.items[i];
        }
    }
    return NULL;
}

static struct point *point_new(struct task *task, enum point_kind kind, const struct call *call, size_t state)
{
    struct point *point = LIST_ADD(&task->points);

    point->kind = kind;
    point->call = call;
    point->state = state;
    point->name = kind == POINT_END ? string_printf("coop_point_%s_end", task->name)
                                    : string_printf("coop_point_%s_%zu", task->name, task->points.count);
    return point;
}

/* Two syncs that lead to the same state are one point. */
static void add_sync(struct task *task, const struct state *state)
{
    size_t first = task->kernel->labels.items[state->next];
    size_t node = live_node_of(task, state->call);
    struct point *point = point_at(task, first, POINT_SYNC);

    if (point == NULL) {
        point = point_new(task, POINT_SYNC, state->call, first);
    }
    *LIST_ADD(&point->nodes) = node;
    point->may_be_idle |= live_may_be_idle(task, node);
    live_find_kept(task, node, &point->kept);
}

static void add_loop(struct task *task, const struct state *state)
{
    size_t first = task->kernel->labels.items[state->next];
    struct point *point = point_at(task, first, POINT_LOOP);

    if (point == NULL) {
        point = point_new(task, POINT_LOOP, state->call, first);
    }
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task->spawns.items[i].call == state->call) {
            *LIST_ADD(&point->nodes) = task->spawns.items[i].node;
            live_find_kept(task, task->spawns.items[i].node, &point->kept);
        }
    }
}

static void find_points(struct task *task)
{
    for (size_t i = 0; i < task->kernel->states.count; ++i) {
        if (task->kernel->states.items[i].operation == OPERATION_SYNC) {
            add_sync(task, &task->kernel->states.items[i]);
        } else if (task->kernel->states.items[i].operation == OPERATION_SPAWN) {
            add_loop(task, &task->kernel->states.items[i]);
        }
    }
    if (live_returns_early(task)) {
        struct point *end = point_new(task, POINT_END, NULL, 0);

        *LIST_ADD(&end->nodes) = 0;
    }
}

/* Results have a place in the closure, whether they are read or not. */
static void find_kept(struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        for (size_t j = 0; j < task->points.items[i].kept.list.count; ++j) {
            variables_add(&task->kept, task->points.items[i].kept.list.items[j]);
        }
    }
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task->spawns.items[i].target != NULL) {
            variables_add(&task->kept, task->spawns.items[i].target);
        }
    }
}

static void lay_out(struct task *task)
{
    const struct function *function = task->function;

    for (size_t i = 0; i < task->kept.list.count; ++i) {
        struct variable *variable = task->kept.list.items[i];

        if (variable_has_field(variable)) {
            layout_add(&task->closure, variable, variable->type.size, variable->type.alignment);
        }
    }
    if (!function->is_void && task_end_point(task) != NULL) {
        layout_add(&task->closure, NULL, function->result.size, function->result.alignment);
    }
    layout_end(&task->closure, 4);
    for (size_t i = 0; i < function->parameter_count; ++i) {
        struct variable *variable = function->variables.items[i];

        if (!variable->is_common) {
            layout_add(&task->arguments, variable, variable->type.size, variable->type.alignment);
        }
    }
    layout_end(&task->arguments, 4);
}

static void number_channels(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        struct task *task = tasks->list.items[i];

        task->tag = ++tasks->channel_count;
        task->apart_tag = task->apart_channel == NULL ? 0 : ++tasks->channel_count;
        for (size_t j = 0; j < task->points.count; ++j) {
            task->points.items[j].tag = ++tasks->channel_count;
        }
    }
}

static bool spawns(const struct task *task, const struct task *wanted)
{
    if (task->function->visit != 0) {
        return false;
    }
    task->function->visit = 1;
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (task->spawns.items[i].callee == wanted || spawns(task->spawns.items[i].callee, wanted)) {
            return true;
        }
    }
    return false;
}

bool task_spawns(const struct tasks *tasks, const struct task *task, const struct task *wanted)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        tasks->list.items[i]->function->visit = 0;
    }
    return spawns(task, wanted);
}

static void find_recursion(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        struct task *task = tasks->list.items[i];

        task->is_recursive = task_spawns(tasks, task, task);
    }
}

void tasks_cut(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        struct task *task = tasks->list.items[i];

        if (task->is_by_group) {
            lay_out(task);
            continue;
        }
        flatten(task->kernel);
        find_points(task);
        variables_place(task->kernel);
        find_kept(task);
        lay_out(task);
        spawns_edit(task);
        edits_sort(task->kernel->source);
    }
    number_channels(tasks);
    find_recursion(tasks);
}

/* Behind a sync at which children are outstanding another step goes on; so it does when the task has kept
 * itself, since children of an earlier step may be. */
static void find_next(const struct task *task, size_t state, bool may_be_idle, struct successors *next)
{
    const struct state *here = &task->kernel->states.items[state];

    if (here->operation != OPERATION_SYNC) {
        state_successors(task->kernel, state, next);
        return;
    }
    state_jumps(task->kernel, state, next);
    for (size_t i = 0; i < task->points.count && may_be_idle; ++i) {
        if (task->points.items[i].kind == POINT_SYNC && task->points.items[i].may_be_idle &&
            task->points.items[i].state == task->kernel->labels.items[here->next]) {
            *LIST_ADD(&next->list) = task->points.items[i].state;
        }
    }
}

bool *task_states_from(const struct task *task, const struct point *begin)
{
    bool may_be_idle = begin == NULL || begin->kind == POINT_SYNC;
    size_t count = task->kernel->states.count;
    bool *is_reached = memory_allocate((count + 1) * sizeof *is_reached);
    bool has_changed = true;

    is_reached[begin == NULL ? 0 : begin->state] = true;
    while (has_changed) {
        has_changed = false;
        for (size_t i = 0; i < count; ++i) {
            struct successors next = {.list = {NULL, 0, 0}};

            if (is_reached[i]) {
                find_next(task, i, may_be_idle, &next);
            }
            for (size_t j = 0; j < next.list.count; ++j) {
                has_changed |= !is_reached[next.list.items[j]];
                is_reached[next.list.items[j]] = true;
            }
        }
    }
    return is_reached;
}

bool task_returns(const struct task *task, const bool *is_reached)
{
    for (size_t i = 0; i < task->kernel->states.count; ++i) {
        const struct state *state = &task->kernel->states.items[i];

        if (is_reached[i] && (state->operation == OPERATION_RETURN || state->may_return)) {
            return true;
        }
    }
    return false;
}

bool task_leads_to(const struct task *task, const bool *is_reached, const struct point *point)
{
    enum operation operation = point->kind == POINT_LOOP ? OPERATION_SPAWN : OPERATION_SYNC;

    if (point->kind == POINT_END) {
        return task_returns(task, is_reached);
    }
    for (size_t i = 0; i < task->kernel->states.count; ++i) {
        const struct state *state = &task->kernel->states.items[i];

        if (is_reached[i] && state->operation == operation &&
            task->kernel->labels.items[state->next] == point->state) {
            return true;
        }
    }
    return false;
}

bool task_reaches(const struct task *task, const bool *is_reached, const struct spawn *spawn)
{
    size_t state = state_at(task->kernel, spawn->keyword);

    return state != SPAN_NONE && is_reached[state];
}
