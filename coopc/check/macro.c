/* Barriers and primitives that are in a macro's body. */
#include "coopc/check/macro.h"

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

bool macro_is_whole(const struct kernel *kernel, const struct statement *statement, const struct call *call)
{
    const struct function *function = kernel->function;
    const struct tokens *tokens = &kernel->tokens;
    size_t at = token_at(tokens, call->offset) + 1;
    struct range name = {call->offset, call->offset + 1};
    size_t statements = sites_find(function, SITE_CHILD, name).count;
    size_t calls = sites_find(function, SITE_CALL, name).count;

    if (token_is(tokens, at, "(")) {
        at = token_match(tokens, at, tokens->list.count) + 1;
    }
    if (token_is(tokens, at, ";") && tokens->list.items[at].end <= statement->range.end) {
        ++at;
    }
    return call->is_statement && statement->kind == STATEMENT_SIMPLE && !statement->is_hidden &&
           statement->keyword == call->offset && tokens->list.items[at - 1].end == statement->range.end &&
           statements <= 1 && calls == 1;
}

/* The macro that the text names at the offset, as it is defined there; NULL when none is, or the command line
 * or the compiler defines it. */
static const struct expansion *find_macro(const struct kernel *kernel, size_t offset)
{
    struct place place = source_place(kernel->source, offset);
    const struct expansion *expansion = expansions_at(place.source->expansions, place.offset);

    return expansion == NULL || expansion->source == NULL || expansion->source->is_words ? NULL : expansion;
}

void macro_refuse(const struct kernel *kernel, const struct call *call)
{
    const char *macro = token_spelling(&kernel->tokens, token_at(&kernel->tokens, call->offset));
    const struct expansion *definition = find_macro(kernel, call->offset);

    if (definition == NULL) {
        diag_error(ERROR_CALL_IN_MACRO, kernel->source, call->offset,
                   "write the call out, or let a macro expand to the call and nothing else.",
                   "'%s' is called inside a macro expansion, where coopc cannot split the kernel",
                   call->name);
    } else if (expansion_is_one_call(definition)) {
        diag_error(ERROR_CALL_IN_EXPRESSION, kernel->source, call->offset,
                   "write the macro as a statement of its own.",
                   "the macro '%s' expands to a call of '%s' inside an expression", macro, call->name);
    } else {
        diag_error(
            ERROR_CALL_IN_MACRO, kernel->source, call->offset,
            "write the call out, or move away what is in the way: directives among the macro's arguments, "
            "a name of the compiler's, like __LINE__, that becomes a string or part of a name, a word over "
            "two lines, or "
            "push_macro in front of it.",
            "the macro '%s' (%s:%zu) expands to more than the call of '%s', and coopc cannot put its text "
            "in its place",
            macro, definition->source->path, source_line(definition->source, definition->offset), call->name);
    }
}

/* Whether a macro's text opens a bracket that it does not close, or closes one that it did not open. */
static bool splits_a_pair(const struct expansion *macro)
{
    struct tokens tokens = expansion_definition(macro);

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
        const struct expansion *macro =
            tokens->list.items[i].kind == TOKEN_WORD ? find_macro(kernel, tokens->list.items[i].begin) : NULL;

        if (macro != NULL && splits_a_pair(macro)) {
            diag_error(ERROR_MACRO_BRACKET, kernel->source, tokens->list.items[i].begin,
                       "let a macro hold both brackets of a pair, or none.",
                       "the macro '%s' (%s:%zu) holds one bracket of a pair, in a kernel that coopc splits",
                       token_spelling(tokens, i), macro->source->path,
                       source_line(macro->source, macro->offset));
        }
    }
}
