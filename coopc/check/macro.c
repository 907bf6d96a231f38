/* Barriers and primitives that are in a macro's body. */
#include "coopc/check/macro.h"

#include <string.h>

#include "coopc/diag/diag.h"

bool macro_is_whole(const struct kernel *kernel, const struct statement *statement, const struct call *call)
{
    const struct function *function = kernel->function;
    const struct tokens *tokens = &kernel->tokens;
    size_t at = token_at(tokens, call->offset) + 1;
    size_t statements = 0;
    size_t calls = 0;

    if (token_is(tokens, at, "(")) {
        at = token_match(tokens, at, tokens->list.count) + 1;
    }
    if (token_is(tokens, at, ";") && tokens->list.items[at].end <= statement->range.end) {
        ++at;
    }
    for (size_t i = 0; i < function->children.count; ++i) {
        statements += function->children.items[i].begin == call->offset;
    }
    for (size_t i = 0; i < function->calls.count; ++i) {
        calls += function->calls.items[i].offset == call->offset;
    }
    return call->is_statement && statement->kind == STATEMENT_SIMPLE && !statement->is_hidden &&
           statement->keyword == call->offset && tokens->list.items[at - 1].end == statement->range.end &&
           statements <= 1 && calls == 1;
}

/* The last definition of a macro in front of its use; NULL when the command line or another file's end makes
 * it. */
static const struct name *find_macro(const struct kernel *kernel, const char *name)
{
    const struct name *found = NULL;

    for (size_t i = 0; i < kernel->unit->names.count; ++i) {
        const struct name *other = &kernel->unit->names.items[i];

        if (other->kind == NAME_MACRO && strcmp(other->name, name) == 0) {
            found = other;
        }
    }
    return found;
}

/* The tokens of a macro's definition from its name on; none when it is not in a directive of the
 * file. */
static struct tokens definition_of(const struct name *macro)
{
    struct tokens tokens = {.text = NULL};
    size_t end = token_at(&macro->source->tokens, macro->offset);

    if (end > 0) {
        lex(&tokens, macro->source->original, macro->offset, macro->source->tokens.list.items[end - 1].end);
    }
    return tokens;
}

/* Whether a macro's text is one call, `name(…)`, with or without a semicolon. */
static bool is_one_call(const struct name *macro)
{
    struct tokens tokens = definition_of(macro);
    size_t at = 1;

    if (tokens.list.count == 0) {
        return false;
    }
    if (tokens.list.count > 1 && token_is(&tokens, 1, "(") &&
        tokens.list.items[1].begin == tokens.list.items[0].end) {
        at = token_match(&tokens, 1, tokens.list.count) + 1;
    }
    if (!token_is(&tokens, at + 1, "(") || tokens.list.items[at].kind != TOKEN_WORD) {
        return false;
    }
    at = token_match(&tokens, at + 1, tokens.list.count) + 1;
    return at == tokens.list.count || (at + 1 == tokens.list.count && token_is(&tokens, at, ";"));
}

void macro_refuse(const struct kernel *kernel, const struct call *call)
{
    const char *macro = token_spelling(&kernel->tokens, token_at(&kernel->tokens, call->offset));
    const struct name *definition = find_macro(kernel, macro);

    if (definition == NULL) {
        diag_error(ERROR_CALL_IN_MACRO, kernel->source, call->offset,
                   "write the call out, or let a macro expand to the call and nothing else.",
                   "'%s' is called inside a macro expansion, where coopc cannot split the kernel",
                   call->name);
    } else if (is_one_call(definition)) {
        diag_error(ERROR_CALL_IN_EXPRESSION, kernel->source, call->offset,
                   "write the macro as a statement of its own.",
                   "the macro '%s' expands to a call of '%s' inside an expression", macro, call->name);
    } else {
        diag_error(ERROR_CALL_IN_MACRO, kernel->source, call->offset,
                   "write the call out, or let a macro expand to the call and nothing else, without do { } "
                   "while (0) or braces around it.",
                   "the macro '%s' (%s:%zu) expands to more than the call of '%s': coopc cannot split the "
                   "kernel there",
                   macro, definition->source->path, source_line(definition->source, definition->offset),
                   call->name);
    }
}

/* Whether a macro's text opens a bracket that it does not close, or closes one that it did not open. */
static bool splits_a_pair(const struct name *macro)
{
    struct tokens tokens = definition_of(macro);

    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (token_is(&tokens, i, "(") || token_is(&tokens, i, "[") || token_is(&tokens, i, "{")) {
            i = token_match(&tokens, i, tokens.list.count);
            if (i == tokens.list.count) {
                return true;
            }
        } else if (token_is(&tokens, i, ")") || token_is(&tokens, i, "]") || token_is(&tokens, i, "}")) {
            return true;
        }
    }
    return false;
}

void macro_check_pairs(const struct kernel *kernel)
{
    const struct tokens *tokens = &kernel->tokens;

    for (size_t i = 0; i < tokens->list.count; ++i) {
        const struct name *macro =
            tokens->list.items[i].kind == TOKEN_WORD ? find_macro(kernel, token_spelling(tokens, i)) : NULL;

        if (macro != NULL && splits_a_pair(macro)) {
            diag_error(ERROR_MACRO_BRACKET, kernel->source, tokens->list.items[i].begin,
                       "let a macro hold both brackets of a pair, or none.",
                       "the macro '%s' (%s:%zu) holds one bracket of a pair, in a kernel that coopc splits",
                       macro->name, macro->source->path, source_line(macro->source, macro->offset));
        }
    }
}
