/* What coopc refuses of tasks. */
#include "coopc/task/check.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/check/kernel.h"
#include "coopc/check/names.h"
#include "coopc/diag/diag.h"
#include "coopc/model/collective.h"
#include "coopc/task/common.h"
#include "coopc/task/group.h"
#include "coopc/task/live.h"
#include "coopc/task/place.h"
#include "coopc/task/spawn.h"

enum { CHANNELS_MAX = 32, ALIGNMENT_MAX = 16 };

/* Whether coop_spawn stands in front of the call. */
static bool is_spawned(const struct source *source, const struct call *call)
{
    size_t at = token_at(&source->tokens, call->offset);

    return call->is_editable && at > 0 && token_is(&source->tokens, at - 1, "coop_spawn");
}

static void refuse_call(const struct function *function, const struct call *call)
{
    if (spawn_is_of_macro(function->source, call)) {
        diag_error(ERROR_TASK_SPAWN, function->source, call->offset,
                   "write coop_spawn out, directly in front of the call.",
                   "a macro brings the coop_spawn of '%s', and coopc does not see it", call->name);
        return;
    }
    diag_error(ERROR_TASK_CALL, function->source, call->offset,
               call->is_editable
                   ? "write coop_spawn in front of the call, and coop_sync(); before its result is used."
                   : "write the spawn out instead of using the macro.",
               "'%s' calls the task '%s' without coop_spawn; a device has no stack for that", function->name,
               call->name);
}

static void check_calls(const struct tasks *tasks, const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        if (call->operation == OPERATION_SYNC && !function->is_task) {
            diag_error(ERROR_TASK_BODY, function->source, call->offset, "declare the function coop_task.",
                       "coop_sync is called in '%s', which is no task", function->name);
        } else if (task_of(tasks, call) != NULL && !function->is_task) {
            diag_error(ERROR_TASK_CALL, function->source, call->offset,
                       "spawn the first task from the host, and others from tasks.",
                       "'%s' calls the task '%s', and is no task itself", function->name, call->name);
        } else if (task_of(tasks, call) != NULL && !is_spawned(function->source, call)) {
            refuse_call(function, call);
        }
    }
}

/* coop_spawn in front of what is no task means nothing to the compiler. */
static void check_words(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;

    for (size_t i = token_at(tokens, function->begin);
         i < tokens->list.count && tokens->list.items[i].begin < function->end; ++i) {
        if (token_is(tokens, i, "coop_spawn")) {
            diag_error(ERROR_TASK_SPAWN, function->source, tokens->list.items[i].begin,
                       "declare the function coop_task, or leave coop_spawn out.",
                       "coop_spawn stands in '%s', which is no task", function->name);
        }
    }
}

void check_syncs(const struct tasks *tasks)
{
    if (tasks->list.count > 0) {
        check_names(tasks->unit); /* of what is not there any more when the file is read again */
    }
    for (size_t i = 0; i < tasks->unit->functions.count; ++i) {
        const struct function *function = tasks->unit->functions.items[i];

        check_calls(tasks, function);
        if (!function->is_task && !function->source->is_words) {
            check_words(function);
            commons_check(function);
        }
    }
}

static void check_parameter(const struct task *task, const struct variable *variable)
{
    const struct type *type = &variable->type;
    const struct source *source = task->function->source;

    if (variable->name[0] == '\0') {
        diag_error(ERROR_TASK_FORM, source, variable->offset, "give it one.",
                   "a parameter of task '%s' has no name", task->name);
    } else if (type->shape == SHAPE_OPAQUE) {
        diag_error(ERROR_TASK_VARIABLE, source, variable->offset, "pass a buffer instead.",
                   "parameter '%s' of task '%s' is an image, sampler, pipe or queue", variable->name,
                   task->name);
    } else if ((type->holds_private_pointer || type->holds_local_pointer) && !variable_is_lent(variable)) {
        diag_error(
            ERROR_TASK_VARIABLE, source, variable->offset,
            "pass the values themselves, or a pointer to global memory.",
            "parameter '%s' of task '%s' may point to private or local memory, which another work-item "
            "does not see",
            variable->name, task->name);
    } else if (type->alignment > ALIGNMENT_MAX && !variable->is_common) {
        diag_error(ERROR_TASK_VARIABLE, source, variable->offset, "pass it in parts.",
                   "parameter '%s' of task '%s' wants an alignment of %zu bytes; an item has %d",
                   variable->name, task->name, type->alignment, ALIGNMENT_MAX);
    }
}

static void check_variables(const struct task *task)
{
    const struct function *function = task->function;

    for (size_t i = 0; i < function->variables.count; ++i) {
        const struct variable *variable = function->variables.items[i];

        if (variable->is_parameter) {
            check_parameter(task, variable);
        } else if (variable->type.space == SPACE_LOCAL) {
            diag_error(ERROR_TASK_BODY, function->source, variable->offset,
                       "use a private array, or global memory.",
                       "'%s' is in local memory, and the task '%s' is run by one work-item", variable->name,
                       task->name);
        }
    }
}

static void check_operations(const struct task *task)
{
    for (size_t i = 0; i < task->function->calls.count; ++i) {
        const struct call *call = &task->function->calls.items[i];

        if (call->operation != OPERATION_SYNC && operation_splits(call->operation)) {
            diag_error(ERROR_TASK_BODY, task->function->source, call->offset,
                       "leave it out: other work-items do not come to this place.",
                       "the task '%s' calls '%s', which a work-group does together", task->name,
                       call_title(task->function->source, call));
        }
    }
}

static void check_result(const struct task *task)
{
    const struct type *type = &task->function->result;

    if (task->function->is_void) {
        return;
    }
    if (type->holds_private_pointer || type->holds_local_pointer || type->shape == SHAPE_OPAQUE ||
        type->alignment > ALIGNMENT_MAX) {
        diag_error(ERROR_TASK_VARIABLE, task->function->source, task->function->offset,
                   "return a scalar, a small vector or struct, or a pointer to global memory.",
                   "the result of the task '%s' cannot be kept in a closure", task->name);
    }
}

static void check_spawn(const struct task *task, const struct spawn *spawn)
{
    const struct function *callee = spawn->callee->function;

    if (spawn->target != NULL && callee->is_void) {
        diag_error(ERROR_TASK_SPAWN, task->function->source, spawn->place.begin, "spawn it without a place.",
                   "the task '%s' has no result", spawn->callee->name);
    }
}

/* Its flow is cut at spawns, too, where the rules for kernels do not see it. */
static void check_gotos(const struct task *task)
{
    bool splits = range_splits(task->kernel, task->kernel->tree->range);

    for (size_t i = 0; i < task->function->jumps.count && task->spawns.count > 0 && !splits; ++i) {
        if (task->function->jumps.items[i].kind == JUMP_GOTO) {
            diag_error(ERROR_GOTO, task->function->source, task->function->jumps.items[i].offset,
                       "write the control flow with loops, if and return.", "goto in a task that spawns");
        }
    }
}

static void check_task(const struct tasks *tasks, struct task *task)
{
    check_variables(task);
    commons_check(task->function);
    if (task->is_by_group) {
        group_check(tasks, task);
        return;
    }
    check_operations(task);
    check_result(task);
    if (task->kernel->tree == NULL) {
        return;
    }
    live_build(task);
    live_mark_loops(task);
    check_kernel(task->kernel);
    check_gotos(task);
    for (size_t i = 0; i < task->spawns.count; ++i) {
        check_spawn(task, &task->spawns.items[i]);
        commons_check_spawn(task, &task->spawns.items[i]);
        place_check(task, &task->spawns.items[i]);
    }
    group_check_lent(task);
    if (diag_error_count() == 0) {
        live_check_results(task);
    }
    if (diag_error_count() == 0) {
        places_check_addresses(task);
    }
}

void tasks_check(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        check_task(tasks, tasks->list.items[i]);
    }
}

static int compare_sizes(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;

    return a->size > b->size ? -1 : a->size < b->size;
}

/* `at (64 bytes), k (4 bytes)`, largest first. */
static const char *list_members(const struct layout *layout)
{
    struct member *members = memory_allocate((layout->members.count + 1) * sizeof *members);
    struct text text = {0};

    memcpy(members, layout->members.items, layout->members.count * sizeof *members);
    qsort(members, layout->members.count, sizeof *members, compare_sizes);
    for (size_t i = 0; i < layout->members.count; ++i) {
        text_printf(&text, "%s%s (%zu bytes)", i > 0 ? ", " : "",
                    members[i].variable == NULL ? "the result" : members[i].variable->name, members[i].size);
    }
    return text.bytes;
}

static void check_kept(const struct task *task)
{
    for (size_t i = 0; i < task->closure.members.count; ++i) {
        const struct variable *variable = task->closure.members.items[i].variable;

        if (variable == NULL) {
            continue;
        }
        if (variable->type.holds_private_pointer || variable->type.holds_local_pointer) {
            diag_error(
                ERROR_TASK_VARIABLE, task->function->source, variable->offset, "set it anew behind the sync.",
                "'%s' lives across a coop_sync and may point to private or local memory, which another "
                "work-item does not see",
                variable->name);
        } else if (variable->type.shape == SHAPE_OPAQUE || variable->type.alignment > ALIGNMENT_MAX) {
            diag_error(ERROR_TASK_VARIABLE, task->function->source, variable->offset, "keep it in parts.",
                       "'%s' lives across a coop_sync, and a closure cannot hold its type", variable->name);
        }
    }
    if (task_closure_bytes(task) > CLOSURE_BYTES_MAX) {
        diag_error(
            ERROR_TASK_SIZE, task->function->source, task->function->offset,
            "keep less across its syncs, or keep it in a buffer.",
            "the closure of '%s' takes %zu bytes; at most %d are possible. It has a head of %d bytes, and %s",
            task->name, task_closure_bytes(task), CLOSURE_BYTES_MAX, CLOSURE_HEAD_BYTES,
            list_members(&task->closure));
    }
    if (task_item_bytes(task) > ITEM_BYTES_MAX) {
        diag_error(
            ERROR_TASK_SIZE, task->function->source, task->function->offset,
            "pass less, or declare parameters coop_common that are the same in all tasks.",
            "an item of '%s' takes %zu bytes; at most %d are possible. It has %d bytes for the way of its "
            "result, and %s",
            task->name, task_item_bytes(task), ITEM_BYTES_MAX, UP_BYTES, list_members(&task->arguments));
    }
}

void tasks_check_sizes(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        check_kept(tasks->list.items[i]);
    }
    if (tasks->channel_count > CHANNELS_MAX) {
        const struct task *task = tasks->list.items[tasks->list.count - 1];

        diag_error(
            ERROR_TASK_SIZE, task->function->source, task->function->offset,
            "use fewer tasks, or fewer syncs.",
            "the module's tasks have %zu channels, one for each task and for each point behind a sync; at "
            "most %d are possible",
            tasks->channel_count, CHANNELS_MAX);
    }
}
