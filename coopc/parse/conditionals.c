/* Conditional directives inside kernels. */
#include "coopc/parse/conditionals.h"

#include "coopc/text/directive.h"

static void blank(char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; ++i) {
        if (text[i] != '\n' && text[i] != '\r') {
            text[i] = ' ';
        }
    }
}

void conditionals_blank(const struct source *source, size_t begin, size_t end, char *text, size_t to)
{
    for (size_t i = 0; i < source->skipped.count; ++i) {
        if (source->skipped.items[i].begin >= begin && source->skipped.items[i].end <= end) {
            blank(text, to + source->skipped.items[i].begin - begin,
                  to + source->skipped.items[i].end - begin);
        }
    }
    for (size_t i = token_at(&source->tokens, begin); i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];

        if (token->begin >= end) {
            break;
        }
        if (token->kind == TOKEN_DIRECTIVE &&
            directive_is_conditional(directive_word(source->original, token))) {
            blank(text, to + token->begin - begin, to + token->end - begin);
        }
    }
}
