/* The words of preprocessor directives. */
#include "coopc/text/directive.h"

#include <string.h>

struct tokens directive_tokens(const char *text, const struct token *directive)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};
    size_t sign = text[directive->begin] == '#' ? strlen("#") : strlen("%:");

    lex(&tokens, text, directive->begin + sign, directive->end);
    return tokens;
}

/* A joined line may go through the word itself: its parts are then tokens with nothing but the join between
 * them. */
const char *directive_word(const char *text, const struct token *directive)
{
    struct tokens tokens = directive_tokens(text, directive);
    struct text word = {0};

    text_append(&word, "", 0);
    for (size_t i = 0; i < tokens.list.count && tokens.list.items[i].kind == TOKEN_WORD; ++i) {
        const struct token *token = &tokens.list.items[i];

        if (i > 0 && text[tokens.list.items[i - 1].end] != '\\') {
            break;
        }
        if (i > 0 && text[token->begin - 1] != '\n') {
            break;
        }
        text_append(&word, text + token->begin, token->end - token->begin);
    }
    return word.bytes;
}

bool directive_is_conditional(const char *word)
{
    static const char *const words[] = {"elif", "elifdef", "elifndef", "else", "endif", NULL};

    return directive_is_if(word) || string_is_one_of(word, words);
}

bool directive_is_if(const char *word)
{
    static const char *const words[] = {"if", "ifdef", "ifndef", NULL};

    return string_is_one_of(word, words);
}
