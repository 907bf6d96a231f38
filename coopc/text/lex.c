/* Raw tokens of OpenCL C text. */
#include "coopc/text/lex.h"

#include <string.h>

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* A backslash at the end of a line joins it with the next, blanks and a carriage return between them
 * included: where the next line begins, or `at`. */
static size_t skip_splice(const char *text, size_t at, size_t end)
{
    size_t behind = at + 1;

    if (text[at] != '\\') {
        return at;
    }
    while (behind < end && strchr(" \t\r\f\v", text[behind]) != NULL && text[behind] != '\0') {
        ++behind;
    }
    return behind < end && text[behind] == '\n' ? behind + 1 : at;
}

static size_t skip_line_comment(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '\n') {
        size_t behind = skip_splice(text, at, end);

        at = behind > at ? behind : at + 1;
    }
    return at;
}

static size_t skip_comment(const char *text, size_t at, size_t end)
{
    if (text[at + 1] == '/') {
        return skip_line_comment(text, at, end);
    }
    for (at += 2; at < end; ++at) {
        if (text[at] == '*' && at + 1 < end && text[at + 1] == '/') {
            return at + 2;
        }
    }
    return end;
}

/* A quote without a partner, as in text that the preprocessor skips, ends with its line. */
static size_t skip_literal(const char *text, size_t at, size_t end)
{
    char quote = text[at];

    for (++at; at < end && text[at] != '\n';) {
        size_t behind = skip_splice(text, at, end);

        if (text[at] == quote) {
            return at + 1;
        }
        at = behind > at ? behind : at + 1 + (text[at] == '\\' && at + 1 < end);
    }
    return at < end ? at : end;
}

static size_t skip_directive(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '\n') {
        size_t behind = skip_splice(text, at, end);

        if (behind > at) {
            at = behind;
        } else if (text[at] == '"' || text[at] == '\'') {
            at = skip_literal(text, at, end);
        } else if (text[at] == '/' && at + 1 < end && (text[at + 1] == '/' || text[at + 1] == '*')) {
            at = skip_comment(text, at, end);
        } else {
            ++at;
        }
    }
    return at;
}

static size_t skip_number(const char *text, size_t at, size_t end)
{
    for (; at < end; ++at) {
        bool is_sign = (text[at] == '+' || text[at] == '-') && strchr("eEpP", text[at - 1]) != NULL;

        if (!is_word_byte(text[at]) && text[at] != '.' && !is_sign) {
            break;
        }
    }
    return at;
}

static size_t add_token(struct tokens *tokens, enum token_kind kind, size_t begin, size_t end)
{
    struct token *token = LIST_ADD(&tokens->list);

    token->kind = kind;
    token->begin = begin;
    token->end = end;
    return end;
}

/* A carriage return in front of no newline is as good as a blank, but where the end of a line counts. */
static void find_lone_return(struct tokens *tokens, size_t begin, size_t end, size_t limit)
{
    for (size_t at = begin; at < end && tokens->lone_return == NULL; ++at) {
        size_t behind = at;

        while (behind < limit && tokens->text[behind] == '\r') {
            ++behind;
        }
        if (behind > at && behind < limit && tokens->text[behind] != '\n') {
            tokens->lone_return = tokens->text + at;
        }
        at = behind > at ? behind - 1 : at;
    }
}

static size_t lex_one(struct tokens *tokens, size_t at, size_t end)
{
    const char *text = tokens->text;
    size_t stop = at;

    if (text[at] == '"' || text[at] == '\'') {
        return add_token(tokens, TOKEN_STRING, at, skip_literal(text, at, end));
    }
    if ((text[at] >= '0' && text[at] <= '9') ||
        (text[at] == '.' && at + 1 < end && text[at + 1] >= '0' && text[at + 1] <= '9')) {
        return add_token(tokens, TOKEN_NUMBER, at, skip_number(text, at + 1, end));
    }
    while (stop < end && is_word_byte(text[stop])) {
        ++stop;
    }
    if (stop > at) {
        return add_token(tokens, TOKEN_WORD, at, stop);
    }
    return add_token(tokens, TOKEN_MARK, at, at + 1);
}

void lex(struct tokens *tokens, const char *text, size_t begin, size_t end)
{
    bool is_line_start = true;
    size_t at = begin;

    tokens->text = text;
    while (at < end) {
        char c = text[at];

        if (c == '\n') {
            is_line_start = true;
            ++at;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++at;
        } else if (skip_splice(text, at, end) > at) {
            at = skip_splice(text, at, end);
        } else if (c == '/' && at + 1 < end && (text[at + 1] == '/' || text[at + 1] == '*')) {
            size_t behind = skip_comment(text, at, end);

            find_lone_return(tokens, at, text[at + 1] == '/' ? behind : at, end);
            at = behind;
        } else if (is_line_start && (c == '#' || (c == '%' && at + 1 < end && text[at + 1] == ':'))) {
            size_t behind = skip_directive(text, at, end);

            find_lone_return(tokens, at, behind, end);
            at = add_token(tokens, TOKEN_DIRECTIVE, at, behind);
        } else {
            is_line_start = false;
            at = lex_one(tokens, at, end);
        }
    }
}

bool token_is(const struct tokens *tokens, size_t index, const char *spelling)
{
    const struct token *token;

    if (index >= tokens->list.count) {
        return false;
    }
    token = &tokens->list.items[index];
    return token->end - token->begin == strlen(spelling) &&
           memcmp(tokens->text + token->begin, spelling, token->end - token->begin) == 0;
}

char *token_spelling(const struct tokens *tokens, size_t index)
{
    const struct token *token = &tokens->list.items[index];

    return string_slice(tokens->text + token->begin, token->end - token->begin);
}

size_t token_at(const struct tokens *tokens, size_t offset)
{
    size_t low = 0;
    size_t high = tokens->list.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (tokens->list.items[middle].begin < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

size_t token_match(const struct tokens *tokens, size_t open, size_t limit)
{
    size_t depth = 0;

    for (size_t i = open; i < limit && i < tokens->list.count; ++i) {
        if (token_is(tokens, i, "(") || token_is(tokens, i, "[") || token_is(tokens, i, "{")) {
            ++depth;
        } else if (token_is(tokens, i, ")") || token_is(tokens, i, "]") || token_is(tokens, i, "}")) {
            if (--depth == 0) {
                return i;
            }
        }
    }
    return limit;
}

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
