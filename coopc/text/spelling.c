/* Other spellings of C's punctuation: digraphs and trigraphs.
 *
 * All that coopc looks for, a brace for one, has one spelling in its tokens. A digraph and what takes its
 * place have one length, so that no offset changes. */
#include "coopc/text/spelling.h"

#include <string.h>

#include "coopc/text/directive.h"

static bool is_mark(const struct tokens *tokens, size_t index, size_t offset)
{
    return index < tokens->list.count && tokens->list.items[index].kind == TOKEN_MARK &&
           tokens->list.items[index].begin == offset;
}

/* The mark that the two stand for, or 0. */
static char mark_of(char first, char second)
{
    static const char digraphs[][3] = {"<%{", "%>}", "<:[", ":>]", "%:#"};

    for (size_t i = 0; i < sizeof digraphs / sizeof digraphs[0]; ++i) {
        if (digraphs[i][0] == first && digraphs[i][1] == second) {
            return digraphs[i][2];
        }
    }
    return 0;
}

/* Longer marks are read first: `<<` and `%=` are no beginnings of digraphs. */
static bool is_other_mark(char first, char second)
{
    return (first == '<' && (second == '<' || second == '=')) || (first == '%' && second == '=');
}

static void replace(char *text, const struct tokens *tokens)
{
    for (size_t i = 0; i < tokens->list.count; ++i) {
        size_t at = tokens->list.items[i].begin;
        char mark;

        if (!is_mark(tokens, i, at) || !is_mark(tokens, i + 1, at + 1)) {
            continue;
        }
        mark = mark_of(text[at], text[at + 1]);
        if (mark == '#' && is_mark(tokens, i + 3, at + 3) && memcmp(text + at, "%:%:", 4) == 0) {
            memcpy(text + at, "##  ", 4);
            i += 3;
        } else if (mark != 0) {
            bool closes = mark == '}' || mark == ']'; /* what ends with it ends where it ended */

            text[at] = closes ? ' ' : mark;
            text[at + 1] = closes ? mark : ' ';
            ++i;
        } else {
            i += is_other_mark(text[at], text[at + 1]);
        }
    }
}

void spelling_replace_digraphs(char *text, const struct tokens *tokens)
{
    for (size_t i = 0; i < tokens->list.count; ++i) {
        const struct token *token = &tokens->list.items[i];

        if (token->kind == TOKEN_DIRECTIVE) {
            struct tokens inner = directive_tokens(text, token);

            replace(text, &inner);
            if (text[token->begin] == '%') {
                memcpy(text + token->begin, "# ", 2);
            }
        }
    }
    replace(text, tokens);
}

size_t spelling_find_trigraph(const struct tokens *tokens, size_t none)
{
    for (size_t i = 0; i < tokens->list.count; ++i) {
        const struct token *token = &tokens->list.items[i];
        const char *text = tokens->text;
        size_t found = none;

        if (token->kind == TOKEN_DIRECTIVE) {
            struct tokens inner = directive_tokens(text, token);

            found = spelling_find_trigraph(&inner, none);
        } else if (token->kind == TOKEN_STRING) {
            for (size_t at = token->begin; at + 3 <= token->end && found == none; ++at) {
                found = memcmp(text + at, "?\?/", 3) == 0 ? at : none;
            }
        } else if (text[token->begin] == '?' && text[token->begin + 1] == '?' &&
                   text[token->begin + 2] != '\0' && strchr("=/'()!<>-", text[token->begin + 2]) != NULL) {
            found = token->begin;
        }
        if (found != none) {
            return found;
        }
    }
    return none;
}
