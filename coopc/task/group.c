/* Tasks that all work-items of a work-group run together: coop_by_group. */
#include "coopc/task/group.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/task/common.h"

bool variable_is_lent(const struct variable *variable)
{
    return variable->is_common && variable->type.shape == SHAPE_POINTER &&
           variable->type.pointee == SPACE_LOCAL;
}

static void check_calls(const struct task *task)
{
    const struct function *function = task->function;

    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        if (call->operation == OPERATION_SYNC) {
            diag_error(ERROR_TASK_BY_GROUP, function->source, call->offset,
                       "leave it out: spawn and wait in a task of one work-item.",
                       "the task by group '%s' calls coop_sync", task->name);
        } else if (operation_is_primitive(call->operation)) {
            diag_error(ERROR_TASK_BODY, function->source, call->offset,
                       "leave it out; the kernel's own loop has the primitives.",
                       "the task by group '%s' calls the primitive '%s'", task->name, call->name);
        }
    }
}

static void check_spawns(const struct task *task)
{
    const struct function *function = task->function;
    const struct tokens *tokens = &function->source->tokens;

    for (size_t i = token_at(tokens, function->body);
         i < tokens->list.count && tokens->list.items[i].begin < function->end; ++i) {
        if (token_is(tokens, i, "coop_spawn")) {
            diag_error(ERROR_TASK_BY_GROUP, function->source, tokens->list.items[i].begin,
                       "spawn from a task of one work-item, which may spawn this one as well.",
                       "the task by group '%s' spawns; all work-items would", task->name);
        }
    }
}

/* Its text takes the place of calls in the kernels. */
static void check_order(const struct tasks *tasks, const struct task *task)
{
    const struct unit *unit = tasks->unit;
    bool is_defined = false;

    for (size_t i = 0; i < unit->functions.count; ++i) {
        is_defined |= unit->functions.items[i] == task->function;
        for (size_t j = 0; j < tasks->runs.count && !is_defined; ++j) {
            if (tasks->runs.items[j].function == unit->functions.items[i]) {
                diag_error(ERROR_TASK_BY_GROUP, task->function->source, task->function->offset,
                           "define it in front of the kernel.",
                           "the task by group '%s' is defined behind the kernel '%s', which runs it",
                           task->name, unit->functions.items[i]->name);
                return;
            }
        }
    }
}

/* Whether the word stands between the tokens, as the user wrote them. */
static bool is_written(const struct tokens *tokens, size_t first, size_t end, const char *word)
{
    for (size_t i = first; i < end; ++i) {
        if (token_is(tokens, i, word)) {
            return true;
        }
    }
    return false;
}

static void check_written(const struct function *function, size_t first, size_t offset, const char *word)
{
    const struct tokens *tokens = &function->source->tokens;

    if (!is_written(tokens, first, token_at(tokens, offset), word)) {
        diag_error(ERROR_TASK_BY_GROUP, function->source, offset, "write the word out.",
                   "a macro brings %s into the declaration of the task by group '%s'", word, function->name);
    }
}

/* The words are taken out of the text (emit.c), where those of a macro would stay. */
static void check_words(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t name = token_at(tokens, function->offset);
    size_t first = name;

    while (first > 0 && !token_is(tokens, first - 1, ";") && !token_is(tokens, first - 1, "}") &&
           tokens->list.items[first - 1].kind != TOKEN_DIRECTIVE) {
        --first;
    }
    check_written(function, first, function->offset, "coop_task");
    check_written(function, first, function->offset, "coop_by_group");
    first = name;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const struct variable *parameter = function->variables.items[i];

        if (parameter->is_common) {
            check_written(function, first, parameter->offset, "coop_common");
        }
        first = token_at(tokens, parameter->offset);
    }
}

static void check_declarations(const struct unit *unit, const struct task *task)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        if (unit->functions.items[i]->canonical == task->function->canonical) {
            check_words(unit->functions.items[i]);
        }
    }
}

void group_check(const struct tasks *tasks, const struct task *task)
{
    const struct function *function = task->function;

    if (!function->is_void) {
        diag_error(ERROR_TASK_BY_GROUP, function->source, function->offset,
                   "declare it void, and leave the result in global memory.",
                   "the task by group '%s' has a result, and which work-item's it is nobody can say",
                   task->name);
    }
    if (task->apart_channel != NULL) {
        diag_error(ERROR_TASK_APART, function->source, function->offset, "leave coop_apart out.",
                   "the task by group '%s' has coop_apart; its batches are of one item anyway", task->name);
    }
    check_declarations(tasks->unit, task);
    check_calls(task);
    check_spawns(task);
    check_order(tasks, task);
}

/* `, name,` among a spawn's arguments, which are what the callee's common parameters are (common.c). */
static bool is_passed_on(const struct task *task, const struct reference *reference)
{
    const struct tokens *tokens = &task->kernel->tokens;
    size_t at = token_at(tokens, reference->offset);
    bool is_argument = (token_is(tokens, at - 1, "(") || token_is(tokens, at - 1, ",")) &&
                       (token_is(tokens, at + 1, ")") || token_is(tokens, at + 1, ","));
    const struct spawn *spawn = task_spawn_at(task, reference->offset);

    return is_argument && spawn != NULL && reference->offset > spawn->call->offset;
}

void group_check_lent(const struct task *task)
{
    for (size_t i = 0; i < task->function->references.count; ++i) {
        const struct reference *reference = &task->function->references.items[i];

        if (reference->variable != NULL && variable_is_lent(reference->variable) &&
            !is_passed_on(task, reference)) {
            diag_error(ERROR_TASK_BY_GROUP, task->function->source, reference->offset,
                       "use it in a task by group; here, pass it on to spawns alone.",
                       "'%s' is local memory, which the tasks of all work-items would use at once",
                       reference->variable->name);
        }
    }
}

void group_emit_case(struct text *out, const struct task *task)
{
    text_printf(out,
                "    case coop_channel_%s: /* the kernel runs it */\n"
                "        (void)coop_flow_reads(coop_flow, sizeof(struct %s));\n        break;\n",
                task->channel, task->channel);
}

/* `product(coop_flow_item_coop_task_product(&flow, coop_nth).coop_call.at, tile)` */
static void add_call(struct text *out, const struct task *task, const char *item)
{
    const struct function *function = task->function;

    text_printf(out, "%s(", task->name);
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const struct variable *parameter = function->variables.items[i];

        text_printf(out, "%s%s%s", i > 0 ? ", " : "",
                    parameter->is_common ? "" : string_printf("%s.coop_call.", item), parameter->name);
    }
    text_puts(out, "); ");
}

/* Behind the barrier all that the work-items have written is visible to the one that returns, and the local
 * memory is free for the next item. */
static void add_group(struct text *out, const struct task *task, const char *flow)
{
    const char *item = string_printf("coop_flow_item_%s(%s, coop_nth)", task->channel, flow);

    text_printf(out,
                "if (coop_flow_channel(%s) == coop_channel_%s) { "
                "for (uint coop_nth = 0; coop_nth < coop_flow_count(%s); ++coop_nth) { ",
                flow, task->channel, flow);
    add_call(out, task, item);
    text_printf(out,
                "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); "
                "if (get_local_id(0) == 0) { coop_closure_return(%s, %s.coop_up); } } } ",
                flow, item);
}

const char *groups_wrap_run(const struct tasks *tasks, const char *step, const char *flow)
{
    struct text text = {0};
    bool has_groups = false;

    text_printf(&text, "do { %s; ", step);
    for (size_t i = 0; i < tasks->list.count; ++i) {
        if (tasks->list.items[i]->is_by_group) {
            add_group(&text, tasks->list.items[i], flow);
            has_groups = true;
        }
    }
    text_puts(&text, "} while (0)");
    return has_groups ? text.bytes : step;
}
