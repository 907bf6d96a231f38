/* Tokens as text on one line. */
#include "coopc/text/joined.h"

void text_join(struct text *text, const struct tokens *tokens, size_t first, size_t end)
{
    text_append(text, "", 0);
    for (size_t at = first; at < end && at < tokens->list.count; ++at) {
        const struct token *token = &tokens->list.items[at];

        text_append(text, tokens->text + token->begin, token->end - token->begin);
        if (at + 1 < tokens->list.count && token->end < tokens->list.items[at + 1].begin) {
            text_puts(text, " ");
        }
    }
}
