/* Common parameters. */
#include "coopc/task/common.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

static void check_declarations(const struct function *function)
{
    for (size_t i = 0; i < function->variables.count; ++i) {
        const struct variable *variable = function->variables.items[i];

        if (variable->is_common && !(variable->is_parameter && function->is_task)) {
            diag_error(ERROR_TASK_COMMON, function->source, variable->offset, "leave coop_common out.",
                       variable->is_parameter ? "'%s' is declared coop_common, and is no parameter of a task"
                                              : "'%s' is declared coop_common, and is no parameter",
                       variable->name);
        }
    }
}

void commons_check(const struct function *function)
{
    check_declarations(function);
    for (size_t i = 0; i < function->references.count && function->is_task; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->variable != NULL && reference->variable->is_common &&
            reference->access > ACCESS_READ) {
            diag_error(ERROR_TASK_COMMON, function->source, reference->offset,
                       "copy it into a variable, or leave coop_common out.",
                       "the common parameter '%s' is changed here, or its address is taken",
                       reference->variable->name);
        }
    }
}

/* The task's own common parameter that the token names; NULL: another variable of the name, or a macro. */
static const struct variable *find_common(const struct task *task, size_t offset)
{
    struct found_sites sites = sites_find(task->function, SITE_REFERENCE, (struct range){offset, offset + 1});

    if (expansions_hold(task->kernel->source->expansions, offset)) {
        return NULL;
    }
    for (size_t i = 0; i < sites.count; ++i) {
        const struct variable *variable = task->function->references.items[sites.items[i].index].variable;

        if (variable != NULL && variable->is_parameter && variable->is_common) {
            return variable;
        }
    }
    return NULL;
}

/* The argument of number `index`: whether it is the task's own common parameter of that name alone. */
static bool is_argument(const struct task *task, const struct spawn *spawn, size_t index, const char *name)
{
    const struct tokens *tokens = &task->kernel->tokens;
    size_t at = token_at(tokens, spawn->call->offset) + 2;
    size_t close = token_match(tokens, at - 1, tokens->list.count);
    const struct variable *common;

    for (; index > 0 && at < close; ++at) {
        if (token_is(tokens, at, "(") || token_is(tokens, at, "{") || token_is(tokens, at, "[")) {
            at = token_match(tokens, at, close);
        }
        index -= token_is(tokens, at, ",");
    }
    if (at >= close || !(at + 1 == close || token_is(tokens, at + 1, ","))) {
        return false;
    }
    common = find_common(task, tokens->list.items[at].begin);
    return common != NULL && token_is(tokens, at, name) && strcmp(common->name, name) == 0;
}

void commons_check_spawn(const struct task *task, const struct spawn *spawn)
{
    const struct function *callee = spawn->callee->function;

    for (size_t i = 0; i < callee->parameter_count; ++i) {
        const struct variable *parameter = callee->variables.items[i];

        if (parameter->is_common && !is_argument(task, spawn, i, parameter->name)) {
            diag_error(
                ERROR_TASK_COMMON, task->function->source, spawn->call->offset,
                string_printf("declare `coop_common %s` in '%s', and pass it on as it is.",
                              declare(&parameter->type.object, parameter->name), task->name),
                "'%s' is spawned with something else for its common parameter '%s' than the parameter of "
                "that name",
                spawn->callee->name, parameter->name);
        }
    }
}

void commons_emit_parameters(struct text *out, const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->commons.count; ++i) {
        text_printf(out, ", %s",
                    declare(&tasks->commons.items[i]->type.object,
                            string_printf("coop_common_%s", tasks->commons.items[i]->name)));
    }
}

void commons_emit_arguments(struct text *out, const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->commons.count; ++i) {
        text_printf(out, ", coop_common_%s", tasks->commons.items[i]->name);
    }
}
