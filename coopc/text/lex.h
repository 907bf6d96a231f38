/* Raw tokens of OpenCL C text, before the preprocessor: offsets and kinds, nothing else. */
#ifndef COOPC_LEX_H
#define COOPC_LEX_H

#include "coopc/text/text.h"

enum token_kind {
    TOKEN_WORD,      /* identifier or keyword */
    TOKEN_NUMBER,    /* preprocessing number */
    TOKEN_STRING,    /* string or character literal */
    TOKEN_MARK,      /* one character of punctuation */
    TOKEN_DIRECTIVE, /* a whole preprocessor line, continuations included, without the final newline */
};

struct token {
    enum token_kind kind;
    size_t begin;
    size_t end;
};

struct tokens {
    const char *text;
    LIST(struct token) list;
    const char
        *lone_return; /* ends a line for compilers, in a comment or directive that goes on here; or NULL */
};

/* Appends the tokens of text[begin, end); comments and white space yield none. */
void lex(struct tokens *tokens, const char *text, size_t begin, size_t end);

bool token_is(const struct tokens *tokens, size_t index, const char *spelling);
char *token_spelling(const struct tokens *tokens, size_t index);

/* The index of the first token that begins at or after `offset` (count when there is none). */
size_t token_at(const struct tokens *tokens, size_t offset);

/* The index of the token that closes the bracket at `open`; `limit` when it is not closed before. */
size_t token_match(const struct tokens *tokens, size_t open, size_t limit);

/* Tokens as text on one line. */

/* Appends the tokens from `first` to in front of `end`, without comments, with a space where there is white
 * space behind one. */
void text_join(struct text *text, const struct tokens *tokens, size_t first, size_t end);

#endif
