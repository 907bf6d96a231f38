/* A macro's body with the arguments of a call in place of its parameters. */
#ifndef COOPC_TEXT_SUBSTITUTE_H
#define COOPC_TEXT_SUBSTITUTE_H

#include "coopc/text/lex.h"
#include "coopc/text/macro.h"

/* Pieces of text on their way through macros. */

/* The macros out of which a piece came: a list of names; lists share their ends. */
struct hide_set {
    const char *name;
    const struct hide_set *next;
};

struct piece {
    enum token_kind kind;
    const char *text;
    bool has_space; /* white space is in front of it */
    bool is_joined; /* it goes on with the mark in front of it */
    const struct hide_set *hidden;
};

struct pieces {
    LIST(struct piece) list;
};

bool hide_set_holds(const struct hide_set *hidden, const char *name);
const struct hide_set *hide_set_add(const struct hide_set *hidden, const char *name);
const struct hide_set *hide_set_add_all(const struct hide_set *hidden, const struct hide_set *others);
const struct hide_set *hide_set_common(const struct hide_set *left, const struct hide_set *right);

/* Whether the token goes on with the word or number in front of it, which ends its line with a backslash. */
bool piece_is_continued(const struct tokens *tokens, size_t index);

/* Whether one of the tokens does. */
bool pieces_are_continued(const struct tokens *tokens);

struct piece piece_of(const struct tokens *tokens, size_t index);
bool piece_is_mark(const struct piece *piece, const char *mark);
void pieces_add(struct pieces *pieces, struct piece piece);
void pieces_add_all(struct pieces *pieces, const struct pieces *others);

struct argument {
    struct pieces written;
    struct pieces expanded; /* by itself */
    bool has_failed;        /* it cannot be expanded */
};

struct arguments {
    LIST(struct argument) list;
    struct piece closing; /* the bracket behind them */
};

/* The pieces get `hidden` beside what they have. Sets *has_failed when it is not known what they are. */
struct pieces substitute(const struct macro *macro, const struct arguments *arguments,
                         const struct hide_set *hidden, bool *has_failed);

#endif
