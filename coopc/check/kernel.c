/* What coopc refuses in a kernel's statements. */
#include "coopc/check/kernel.h"

#include <string.h>

#include "coopc/check/macro.h"
#include "coopc/check/value.h"
#include "coopc/diag/diag.h"
#include "coopc/model/collective.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"
#include "coopc/text/directive.h"

/* The statements around the one being looked at. */
struct around {
    const struct statement *statement;
    const struct around *up;
};

/* Conditions on variables that differ, and jumps in front of the call, need the flow: check_uniform(). */
static void check_condition(const struct kernel *kernel, const struct call *call, const struct around *around)
{
    for (; around != NULL; around = around->up) {
        const struct call *divergent;

        if (statement_is_labelled(around->statement)) {
            continue;
        }
        divergent = value_find_item_call(kernel->function, around->statement->head);
        if (divergent != NULL) {
            diag_error(ERROR_DIVERGENT_CALL, kernel->source, call->offset,
                       "let all work-items of the work-group reach the call, and put the condition around "
                       "the work only.",
                       "'%s' is under a condition that calls %s: not every work-item may reach it",
                       call_title(kernel->source, call), divergent->name);
            return;
        }
    }
}

/* Whether the statement is nothing but the call. */
static bool is_whole_statement(const struct kernel *kernel, const struct statement *statement, size_t offset)
{
    const struct tokens *tokens = &kernel->tokens;
    size_t name = token_at(tokens, offset);
    size_t close = token_match(tokens, name + 1, tokens->list.count);

    return statement->kind == STATEMENT_SIMPLE && statement->keyword == offset &&
           token_is(tokens, name + 1, "(") && token_is(tokens, close + 1, ";");
}

static void check_form(const struct kernel *kernel, const struct call *call,
                       const struct statement *statement)
{
    if (!call->is_editable) {
        if (!macro_is_whole(kernel, statement, call)) {
            macro_refuse(kernel, call);
        }
    } else if (statement->is_hidden) {
        diag_error(ERROR_HIDDEN_CONTROL, kernel->source, call->offset, "write the loop or condition out.",
                   "a macro expansion hides the loop or condition around '%s'", call->name);
    } else if (!is_whole_statement(kernel, statement, call->offset)) {
        diag_error(ERROR_CALL_IN_EXPRESSION, kernel->source, call->offset,
                   "write the call as a statement of its own.", "'%s' is called inside an expression",
                   call->name);
    }
}

static void check_statement(const struct kernel *kernel, const struct statement *statement,
                            const struct around *around);

/* Refuses cases of a switch that is taken apart which do not stand directly in its body. */
static void check_cases(const struct kernel *kernel, const struct statement *statement, bool is_direct)
{
    if (statement == NULL || (statement->kind == STATEMENT_SWITCH && !is_direct)) {
        return;
    }
    if (statement->kind == STATEMENT_CASE && !is_direct) {
        diag_error(ERROR_CASE_IN_BLOCK, kernel->source, statement->keyword,
                   "write every case directly in the switch's braces.",
                   "a case is inside a block of a switch that holds a barrier or primitive");
        return;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        check_cases(kernel, statement->children.items[i],
                    is_direct && statement_is_labelled(statement->children.items[i]));
    }
    check_cases(kernel, statement->body, is_direct && statement_is_labelled(statement->body));
    check_cases(kernel, statement->otherwise, false);
}

static void check_switch(const struct kernel *kernel, const struct statement *statement)
{
    if (statement->body->kind != STATEMENT_COMPOUND) {
        diag_error(ERROR_SWITCH_WITHOUT_BRACES, kernel->source, statement->keyword,
                   "put the switch's statements into braces.",
                   "a switch without braces holds a barrier or primitive");
        return;
    }
    check_cases(kernel, statement->body, true);
}

/* Whether a declaration has variables that leave the kernel's text in any case. */
static bool declares_moved(const struct kernel *kernel, struct range range)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (range_holds(range, variable->offset) && variable->type.space != SPACE_PRIVATE) {
            return true;
        }
    }
    return false;
}

/* One that only names constants is repeated where they are used (flatten.c). */
static void check_enumerations(const struct kernel *kernel, struct range range)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->enumerations.count; ++i) {
        for (size_t j = 0; j < function->variables.count; ++j) {
            if (range_holds(range, function->enumerations.items[i]) &&
                range_holds(range, function->variables.items[j]->offset)) {
                diag_error(
                    ERROR_JOINT_ENUMERATION, kernel->source, function->enumerations.items[i],
                    "declare the enumeration in a statement of its own, or outside the kernel.",
                    "'%s' is declared together with its enumeration, inside a kernel with a barrier or "
                    "primitive",
                    function->variables.items[j]->name);
                return;
            }
        }
    }
}

static void check_types(const struct kernel *kernel, const struct statement *compound)
{
    bool splits = range_splits(kernel, compound->range);

    const struct function *function = kernel->function;

    for (size_t i = 0; i < compound->children.count; ++i) {
        const struct statement *child = compound->children.items[i];

        if (child->kind == STATEMENT_SIMPLE && splits) {
            check_enumerations(kernel, child->range);
        }
        for (size_t j = 0; j < function->types.count && child->kind == STATEMENT_SIMPLE; ++j) {
            if (range_holds(child->range, function->types.items[j]) &&
                (splits || declares_moved(kernel, child->range))) {
                diag_error(ERROR_TYPE_IN_KERNEL, kernel->source, function->types.items[j],
                           "declare the type outside the kernel.",
                           "this type is declared inside the kernel, so its variables cannot live across a "
                           "barrier or in local memory");
                break;
            }
        }
    }
}

/* The calls in this statement's own text, outside the statements below it. */
static void check_own_calls(const struct kernel *kernel, const struct statement *statement,
                            const struct around *around)
{
    bool is_whole = statement->kind == STATEMENT_SIMPLE || statement->kind == STATEMENT_DIRECTIVE;
    struct range nothing = {0, 0};
    struct range own[] = {is_whole ? statement->range : statement->head,
                          is_whole ? nothing : statement->initial, is_whole ? nothing : statement->step};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; ++i) {
        struct found_sites splits = sites_find(kernel->function, SITE_SPLIT, own[i]);

        for (size_t j = 0; j < splits.count; ++j) {
            const struct call *call = &kernel->function->calls.items[splits.items[j].index];

            /* inline_calls() has looked at calls, task/ at spawns */
            if (call->operation != OPERATION_CALL && call->operation != OPERATION_SPAWN) {
                check_form(kernel, call, statement);
            }
            if (call->operation != OPERATION_SYNC && call->operation != OPERATION_SPAWN) {
                check_condition(kernel, call, around);
            }
        }
    }
}

/* A loop's step stands behind its body in the module. */
static void check_step(const struct kernel *kernel, const struct statement *statement)
{
    const struct tokens *tokens = &kernel->tokens;

    for (size_t i = token_at(tokens, statement->body->range.begin);
         i < token_at(tokens, statement->body->range.end); ++i) {
        const struct token *token = &tokens->list.items[i];
        struct tokens words;
        size_t word = token_at(tokens, statement->step.begin);

        if (token->kind != TOKEN_DIRECTIVE) {
            continue;
        }
        words = directive_tokens(kernel->source->text, token);
        while (words.list.count > 1 && word < token_at(tokens, statement->step.end) &&
               !token_is(tokens, word, token_spelling(&words, 1))) {
            ++word;
        }
        if (words.list.count > 1 && word < token_at(tokens, statement->step.end)) {
            diag_error(ERROR_MACRO_IN_STEP, kernel->source, token->begin,
                       "define it in front of the loop, or behind it.",
                       "the step of a loop that holds a barrier or primitive uses '%s', which changes inside "
                       "the loop",
                       token_spelling(&words, 1));
        }
    }
}

static void check_statement(const struct kernel *kernel, const struct statement *statement,
                            const struct around *around)
{
    struct around here = {.statement = statement, .up = around};

    if (statement == NULL || !range_splits(kernel, statement->range)) {
        return;
    }
    check_own_calls(kernel, statement, around);
    if (statement->kind == STATEMENT_FOR && !range_is_empty(statement->step) && statement->body != NULL) {
        check_step(kernel, statement);
    }
    if (statement->kind == STATEMENT_SWITCH) {
        check_switch(kernel, statement);
    } else if (statement->kind == STATEMENT_COMPOUND) {
        check_types(kernel, statement);
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        check_statement(kernel, statement->children.items[i], &here);
    }
    check_statement(kernel, statement->body, &here);
    check_statement(kernel, statement->otherwise, &here);
    if (statement->inlining != NULL) {
        check_statement(kernel, statement->inlining->body, NULL);
    }
}

static void check_gotos(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->jumps.count; ++i) {
        const struct jump *jump = &kernel->function->jumps.items[i];

        if (jump->kind == JUMP_GOTO) {
            diag_error(ERROR_GOTO, kernel->source, jump->offset,
                       "write the control flow with loops, if and return.",
                       "goto in a kernel or helper that holds a barrier or primitive");
        }
    }
}

static void check_inclusions(const struct kernel *kernel)
{
    struct range range = {kernel->begin, kernel->end};

    for (size_t i = 0; i < kernel->source->inclusions.count; ++i) {
        if (range_holds(range, kernel->source->inclusions.items[i].begin)) {
            diag_error(ERROR_INCLUDE_IN_KERNEL, kernel->source, kernel->source->inclusions.items[i].begin,
                       "include the file outside the kernel.", "#include inside a kernel");
        }
    }
}

void check_kernel(const struct kernel *kernel)
{
    check_inclusions(kernel);
    if (kernel->tree == NULL) {
        return;
    }
    if (range_splits(kernel, kernel->tree->range)) {
        check_gotos(kernel);
        macro_check_pairs(kernel);
    } else {
        check_types(kernel, kernel->tree);
    }
    check_statement(kernel, kernel->tree, NULL);
}
