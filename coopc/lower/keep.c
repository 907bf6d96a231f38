/* Which statements stay whole although they hold work-group barriers.
 *
 * Device compilers follow a barrier in a loop with one exit and in a branch. They lose their way at a barrier
 * in a switch, or where something jumps over it: a statement that holds such a thing is cut as ever. */
#include "coopc/lower/keep.h"

#include <string.h>

#include "coopc/lower/copy.h"
#include "coopc/model/statement.h"
#include "coopc/parse/statements.h"

static bool holds(const struct kernel *kernel, struct range range, bool wants_barrier)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (operation_splits(call->operation) && range_holds(range, call->offset) &&
            (call->operation == OPERATION_BARRIER) == wants_barrier) {
            return true;
        }
    }
    return false;
}

/* Whether the statement, which holds a barrier, has no switch around one. */
static bool is_plain(const struct kernel *kernel, const struct statement *statement)
{
    if (statement == NULL || !holds(kernel, statement->range, true)) {
        return true;
    }
    if (statement->kind == STATEMENT_SWITCH || statement->kind == STATEMENT_CASE ||
        statement->kind == STATEMENT_LABEL || statement->is_hidden) {
        return false;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (!is_plain(kernel, statement->children.items[i])) {
            return false;
        }
    }
    return is_plain(kernel, statement->body) && is_plain(kernel, statement->otherwise);
}

/* Whether the loop or switch at the offset, somewhere below the statement, holds a barrier. */
static bool target_holds(const struct kernel *kernel, const struct statement *statement, size_t keyword)
{
    if (statement == NULL || !range_holds(statement->range, keyword)) {
        return false;
    }
    if (statement->keyword == keyword && statement->kind >= STATEMENT_IF) {
        return holds(kernel, statement->range, true);
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (target_holds(kernel, statement->children.items[i], keyword)) {
            return true;
        }
    }
    return target_holds(kernel, statement->body, keyword) ||
           target_holds(kernel, statement->otherwise, keyword);
}

/* Whether something in the statement jumps out of it, or over a barrier. */
static bool has_wild_jump(const struct kernel *kernel, const struct statement *statement)
{
    for (size_t i = 0; i < kernel->function->jumps.count; ++i) {
        const struct jump *jump = &kernel->function->jumps.items[i];
        bool is_inside = range_holds(statement->range, jump->target);

        if (range_holds(statement->range, jump->offset) &&
            ((jump->kind != JUMP_BREAK && jump->kind != JUMP_CONTINUE) || !is_inside ||
             target_holds(kernel, statement, jump->target))) {
            return true;
        }
    }
    return false;
}

static void visit(struct kernel *kernel, const struct statement *statement)
{
    if (statement == NULL || !range_splits(kernel, statement->range)) {
        return;
    }
    if (holds(kernel, statement->range, true) && !holds(kernel, statement->range, false) &&
        statement != kernel->tree && is_plain(kernel, statement) && !has_wild_jump(kernel, statement)) {
        *LIST_ADD(&kernel->kept) = statement->range;
        return;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        visit(kernel, statement->children.items[i]);
    }
    visit(kernel, statement->body);
    visit(kernel, statement->otherwise);
    if (statement->inlining != NULL) {
        visit(kernel, statement->inlining->body);
    }
}

void keep_barriers(struct kernel *kernel)
{
    visit(kernel, kernel->tree);
}

struct kernel *keep_partial(struct kernel *kernel)
{
    struct kernel *partial = memory_allocate(sizeof *partial);
    struct function *function = memory_allocate(sizeof *function);
    const struct function *from = kernel->function;
    struct range text = {from->offset, from->end};
    size_t copy = source_copy(kernel->source, kernel->source, text);

    *function = *from;
    memset(&function->variables, 0, sizeof function->variables);
    memset(&function->references, 0, sizeof function->references);
    memset(&function->calls, 0, sizeof function->calls);
    memset(&function->jumps, 0, sizeof function->jumps);
    memset(&function->children, 0, sizeof function->children);
    memset(&function->hidden, 0, sizeof function->hidden);
    memset(&function->types, 0, sizeof function->types);
    function_copy(function, from, copy, NULL);
    function->offset = copy;
    function->begin = copy;
    function->end = copy + (text.end - text.begin);
    function->body = copy + (from->body - from->offset);
    partial->name = string_printf("0%s", kernel->name); /* no user's name begins with a digit */
    partial->function = function;
    partial->source = kernel->source;
    partial->unit = kernel->unit;
    partial->index = kernel->index;
    partial->begin = copy;
    partial->end = function->end;
    partial->whole = kernel;
    kernel->tokens.text = kernel->source->text;
    statement_parse(partial);
    return partial;
}
