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

/* Pragmas. */

/* The words in the string of `_Pragma(string)`, whose first token is at `at`. */
static struct tokens words_of_operator(const struct tokens *tokens, size_t at)
{
    struct tokens words = {.list = {NULL, 0, 0}};
    struct text text = {0};
    const struct token *string;

    if (!token_is(tokens, at, "_Pragma") || !token_is(tokens, at + 1, "(") ||
        !token_is(tokens, at + 3, ")") || tokens->list.items[at + 2].kind != TOKEN_STRING) {
        return words;
    }
    string = &tokens->list.items[at + 2];
    text_append(&text, "", 0);
    for (size_t i = string->begin + 1; i + 1 < string->end; ++i) {
        i += tokens->text[i] == '\\' && i + 2 < string->end;
        text_append(&text, tokens->text + i, 1);
    }
    lex(&words, text.bytes, 0, text.length);
    return words;
}

enum { OPERATOR_TOKENS = 4 };

/* The definition of the macro that is expanded there; none without one. */
static struct tokens definition_at(const struct source *source, size_t offset)
{
    struct tokens nothing = {.list = {NULL, 0, 0}};
    struct place place = source_place(source, offset);
    const struct expansion *expansion = expansions_at(place.source->expansions, place.offset);

    return expansion != NULL && expansion->source != NULL ? expansion_definition(expansion) : nothing;
}

/* The words of a macro that is one `_Pragma(string)`. */
static struct tokens words_of_macro(const struct source *source, size_t offset)
{
    struct tokens nothing = {.list = {NULL, 0, 0}};
    struct tokens definition = definition_at(source, offset);

    return definition.list.count == 1 + OPERATOR_TOKENS ? words_of_operator(&definition, 1) : nothing;
}

size_t pragma_length(const struct source *source, const struct tokens *tokens, size_t at)
{
    if (at >= tokens->list.count || tokens->list.items[at].kind != TOKEN_WORD) {
        return 0;
    }
    if (words_of_operator(tokens, at).list.count > 0) {
        return OPERATOR_TOKENS;
    }
    return words_of_macro(source, tokens->list.items[at].begin).list.count > 0 ? 1 : 0;
}

struct tokens pragma_words(const struct source *source, struct range range)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};
    struct tokens words = {.list = {NULL, 0, 0}};

    lex(&tokens, source->text, range.begin, range.end);
    if (tokens.list.count == 1 && tokens.list.items[0].kind == TOKEN_DIRECTIVE) {
        struct tokens directive = directive_tokens(source->text, &tokens.list.items[0]);

        if (token_is(&directive, 0, "pragma") && directive.list.count > 1) {
            lex(&words, source->text, directive.list.items[1].begin, range.end);
        }
        return words;
    }
    if (tokens.list.count == OPERATOR_TOKENS) {
        return words_of_operator(&tokens, 0);
    }
    return tokens.list.count == 1 ? words_of_macro(source, tokens.list.items[0].begin) : words;
}

bool pragma_is_of_block(const struct tokens *words)
{
    return token_is(words, 0, "STDC") || token_is(words, 1, "FP_CONTRACT") ||
           (token_is(words, 0, "clang") && token_is(words, 1, "fp")) || token_is(words, 0, "float_control");
}

struct tokens pragma_of_block_in_macro(const struct source *source, size_t offset)
{
    struct tokens nothing = {.list = {NULL, 0, 0}};
    struct tokens definition = definition_at(source, offset);

    for (size_t i = 1; i < definition.list.count; ++i) {
        struct tokens words = words_of_operator(&definition, i);

        if (pragma_is_of_block(&words)) {
            return words;
        }
    }
    return nothing;
}
