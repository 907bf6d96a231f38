/* Macros as the preprocessor knows them at some place. */
#include "coopc/text/macro.h"

#include <string.h>

/* Reads the parameters behind the bracket at `at`; the index behind the closing one. */
static size_t read_parameters(struct macro *macro, const struct tokens *tokens, size_t at)
{
    for (++at; at < tokens->list.count && !token_is(tokens, at, ")"); ++at) {
        if (tokens->list.items[at].kind == TOKEN_WORD) {
            *LIST_ADD(&macro->parameters) = token_spelling(tokens, at);
        } else if (token_is(tokens, at, ".") && !macro->is_variadic) {
            macro->is_variadic = true;
            if (token_is(tokens, at - 1, "(") || token_is(tokens, at - 1, ",")) {
                *LIST_ADD(&macro->parameters) = "__VA_ARGS__";
            }
        }
    }
    return at + 1;
}

void macros_define(struct macros *macros, const struct tokens *tokens, size_t at)
{
    struct macro *macro = memory_allocate(sizeof *macro);

    if (at >= tokens->list.count || tokens->list.items[at].kind != TOKEN_WORD) {
        return;
    }
    macro->name = token_spelling(tokens, at);
    macro->body = *tokens;
    macro->first = at + 1;
    if (token_is(tokens, at + 1, "(") && tokens->list.items[at + 1].begin == tokens->list.items[at].end) {
        macro->has_parameters = true;
        macro->first = read_parameters(macro, tokens, at + 1);
    }
    set_put(&macros->by_name, macro->name, macro);
}

void macros_define_option(struct macros *macros, const char *define)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};
    size_t length = strcspn(define, "=");
    const char *text = define[length] == '='
                           ? string_printf("%.*s %s", (int)length, define, define + length + 1)
                           : string_printf("%s 1", define);

    lex(&tokens, text, 0, strlen(text));
    macros_define(macros, &tokens, 0);
}

void macros_undefine(struct macros *macros, const char *name)
{
    set_put(&macros->by_name, name, NULL);
}

const struct macro *macros_find(const struct macros *macros, const char *name)
{
    return set_get(&macros->by_name, name);
}

bool reading_enters(struct reading *reading, const struct source *source)
{
    if (source == NULL || source->is_words || reading->depth >= READING_DEPTH_MAX) {
        return false;
    }
    for (size_t i = 0; i < reading->guarded.count; ++i) {
        if (reading->guarded.items[i] == source) {
            return false;
        }
    }
    if (source->is_guarded) {
        *LIST_ADD(&reading->guarded) = source;
    }
    return true;
}

bool reading_skips(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->skipped.count; ++i) {
        if (offset > source->skipped.items[i].begin && offset < source->skipped.items[i].end) {
            return true;
        }
    }
    return false;
}

const struct inclusion *reading_inclusion_at(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        if (source->inclusions.items[i].begin == offset) {
            return &source->inclusions.items[i];
        }
    }
    return NULL;
}
