/* Barriers and primitives that stand in a macro's body. */
#include "check_macro.h"

#include <string.h>

#include "diag.h"

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

/* The last definition of a macro in front of its use; NULL when the command line or another file's end makes it. */
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

/* Whether a macro's text is one call, `name(…)`, with or without a semicolon. */
static bool is_one_call(const struct name *macro)
{
    struct tokens tokens = {.text = NULL};
    const struct token *directive;
    size_t end = token_at(&macro->source->tokens, macro->offset);
    size_t at = 1;

    if (end == 0) {
        return false;
    }
    directive = &macro->source->tokens.list.items[end - 1];
    lex(&tokens, macro->source->original, macro->offset, directive->end);
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
        diag_error(kernel->source, call->offset,
                   "write the call out, or let a macro expand to the call and nothing else.",
                   "'%s' stands inside a macro expansion, which coopc does not take apart", call->name);
    } else if (is_one_call(definition)) {
        diag_error(kernel->source, call->offset, "write the macro as a statement of its own.",
                   "'%s', for which the macro '%s' stands, is inside an expression", call->name, macro);
    } else {
        diag_error(
            kernel->source, call->offset,
            "write the call out, or let a macro expand to the call and nothing else, without do { } "
            "while (0) or braces around it.",
            "'%s' stands among other things in the macro '%s' (%s:%zu), which coopc does not take apart",
            call->name, macro, definition->source->path, source_line(definition->source, definition->offset));
    }
}
