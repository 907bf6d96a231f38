/* What is legal in tasks but dangerous. */
#include "coopc/task/warn.h"

#include "coopc/check/flow_effect.h"
#include "coopc/diag/diag.h"
#include "coopc/model/kernel.h"
#include "coopc/task/live.h"

/* The host spawns what has no pointer of its own (header.c). */
static bool is_for_host(const struct task *task)
{
    for (size_t i = 0; i < task->function->parameter_count; ++i) {
        const struct variable *parameter = task->function->variables.items[i];

        if (!parameter->is_common && parameter->type.holds_pointer) {
            return false;
        }
    }
    return true;
}

/* Marks the task and all that it may spawn, itself or through others. */
static void visit(const struct task *task)
{
    if (task->function->visit == 0) {
        task->function->visit = 1;
        for (size_t i = 0; i < task->spawns.count; ++i) {
            visit(task->spawns.items[i].callee);
        }
    }
}

static void warn_idle(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        tasks->list.items[i]->function->visit = 0;
    }
    for (size_t i = 0; i < tasks->list.count; ++i) {
        if (is_for_host(tasks->list.items[i])) {
            visit(tasks->list.items[i]);
        }
    }
    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct function *function = tasks->list.items[i]->function;

        if (function->visit == 0) {
            diag_warning(
                WARNING_IDLE_TASK, function->source, function->offset,
                "spawn it from another task, or declare its pointers coop_common, so that the host can.",
                "nobody spawns the task '%s': no task that is run does, and the host cannot, since it "
                "has a pointer to store",
                function->name);
        }
    }
}

/* The innermost loop around the offset, or NULL. */
static const struct statement *find_loop(const struct statement *statement, size_t offset)
{
    const struct statement *found = NULL;

    if (statement == NULL || !range_holds(statement->range, offset)) {
        return NULL;
    }
    for (size_t i = 0; i < statement->children.count && found == NULL; ++i) {
        found = find_loop(statement->children.items[i], offset);
    }
    found = found == NULL ? find_loop(statement->body, offset) : found;
    found = found == NULL ? find_loop(statement->otherwise, offset) : found;
    if (found == NULL && (statement->kind == STATEMENT_WHILE || statement->kind == STATEMENT_DO ||
                          statement->kind == STATEMENT_FOR)) {
        return statement;
    }
    return found;
}

/* Where the loop, behind the spawn, sets the variable; NULL: nowhere. */
static const struct reference *find_set(const struct task *task, const struct spawn *spawn,
                                        const struct variable *variable)
{
    const struct statement *loop = find_loop(task->kernel->tree, spawn->keyword);

    for (size_t i = 0; i < task->function->references.count && loop != NULL; ++i) {
        const struct reference *reference = &task->function->references.items[i];

        if (reference->variable == variable && reference->access == ACCESS_WRITE &&
            reference->offset > spawn->keyword && range_holds(loop->range, reference->offset)) {
            return reference;
        }
    }
    return NULL;
}

/* What is reached from the node, and beyond one that may set the variable only where that is NULL. */
static void reach(const struct task *task, size_t from, const struct variable *variable,
                  struct flow_nodes *reached)
{
    flow_search(&task->flow);
    flow_reach(&task->flow, reached, from);
    for (size_t i = 0; i < reached->list.count; ++i) {
        size_t node = reached->list.items[i];

        if (variable == NULL || !flow_may_write(&task->flow, node, variable)) {
            flow_reach_next(&task->flow, reached, node);
        }
    }
}

/* Whether it is read behind the spawn where, on some way, it has not been set. */
static bool is_read_unset(const struct task *task, const struct spawn *spawn, const struct variable *variable)
{
    struct flow_nodes unset = {.list = {NULL, 0, 0}};
    struct flow_nodes behind = {.list = {NULL, 0, 0}};

    reach(task, task->flow.entry, variable, &unset);
    reach(task, spawn->node, NULL, &behind);
    for (size_t i = 0; i < unset.list.count; ++i) {
        size_t node = unset.list.items[i];

        if (flow_effect(&task->flow, node, variable, false).is_needed && flow_has_reached(&behind, node)) {
            return true;
        }
    }
    return false;
}

/* Whether it is declared without a value. Elements of arrays and members are not told apart, so that these
 * would be warned of without a reason. */
static bool is_bare(const struct task *task, const struct variable *variable)
{
    const struct tokens *tokens = &task->kernel->tokens;

    return !variable->is_parameter && !variable->is_spawn_target && variable->is_editable &&
           variable->type.shape != SHAPE_ARRAY && variable->type.shape != SHAPE_STRUCT &&
           !token_is(tokens, token_at(tokens, variable->offset) + 1, "=");
}

static void warn_late(const struct task *task, const struct spawn *spawn, struct variables *told)
{
    for (size_t i = 0; i < task->function->variables.count; ++i) {
        struct variable *variable = task->function->variables.items[i];
        const struct reference *set = is_bare(task, variable) ? find_set(task, spawn, variable) : NULL;

        if (set != NULL && !variables_have(told, variable) && is_read_unset(task, spawn, variable)) {
            variables_add(told, variable);
            diag_warning(WARNING_SET_BEHIND_SPAWN, task->kernel->source, set->offset,
                         "give it a value where it is declared.",
                         "'%s' is first set here, behind the spawn in line %zu of the same loop, and read on "
                         "some way where it has not been set",
                         variable->name, source_line(task->kernel->source, spawn->keyword));
        }
    }
}

void tasks_warn(const struct tasks *tasks)
{
    warn_idle(tasks);
    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];
        struct variables told = {.list = {NULL, 0, 0}};

        for (size_t j = 0; j < task->spawns.count; ++j) {
            if (task->spawns.items[j].is_in_loop) {
                warn_late(task, &task->spawns.items[j], &told);
            }
        }
    }
}
