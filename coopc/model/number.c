/* The compiler keeps some numbers to itself: they are read from the text. */
#include "coopc/model/number.h"

#include <stdlib.h>
#include <string.h>

static bool read_literal(const char *text, size_t *number)
{
    char *end = NULL;
    unsigned long value = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 0) : 0;

    while (end != NULL && *end != '\0' && strchr("uUlL", *end) != NULL) {
        ++end;
    }
    if (end == NULL || *end != '\0' || value > UINT32_MAX) {
        return false;
    }
    *number = value;
    return true;
}

/* What the macro's line defines, when that is one token. */
static bool read_line(const struct source *source, const struct name *name, size_t *number)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};
    size_t begin = name->offset + strlen(name->name);
    size_t end = begin + strcspn(source->text + begin, "\n");

    lex(&tokens, source->text, begin, end);
    return tokens.list.count == 1 && read_literal(token_spelling(&tokens, 0), number);
}

static bool read_macro(const struct model *model, const struct unit *unit, const struct source *source,
                       size_t offset, const char *word, size_t *number)
{
    bool is_read = false;

    for (size_t i = 0; i < model->defines.count; ++i) {
        const char *value = model->defines.items[i] + strlen(word);

        if (string_begins(model->defines.items[i], word) && *value == '=') {
            is_read = read_literal(value + 1, number);
        }
    }
    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *name = &unit->names.items[i];

        if (name->kind == NAME_MACRO && strcmp(name->name, word) == 0 &&
            (name->source != source || name->offset < offset)) {
            is_read = read_line(name->source, name, number);
        }
    }
    return is_read;
}

bool number_read(const struct model *model, const struct unit *unit, const struct source *source, size_t at,
                 size_t *number)
{
    const struct token *token = &source->tokens.list.items[at];

    return at < source->tokens.list.count &&
           (token->kind == TOKEN_WORD
                ? read_macro(model, unit, source, token->begin, token_spelling(&source->tokens, at), number)
                : read_literal(token_spelling(&source->tokens, at), number));
}
