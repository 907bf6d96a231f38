/* The statements of a kernel's body as a tree over its tokens. */
#ifndef COOPC_MODEL_STATEMENT_H
#define COOPC_MODEL_STATEMENT_H

#include "coopc/text/range.h"
#include "coopc/text/text.h"

struct inlining;

enum statement_kind {
    STATEMENT_SIMPLE, /* expression, declaration or jump, with its semicolon; also what a macro hides */
    STATEMENT_EMPTY,
    STATEMENT_DIRECTIVE,
    STATEMENT_COMPOUND,
    STATEMENT_IF,
    STATEMENT_WHILE,
    STATEMENT_DO,
    STATEMENT_FOR,
    STATEMENT_SWITCH,
    STATEMENT_CASE,  /* case or default, with the statement behind it */
    STATEMENT_LABEL, /* any other label, likewise */
};

struct statement {
    enum statement_kind kind;
    struct range range;   /* from the first token, attributes included, to the end of the last */
    bool is_hidden;       /* a simple statement that a macro makes a loop or branch */
    size_t keyword;       /* offset of if, while, ...; of a compound's brace */
    struct range head;    /* condition; the text of a case or label up to its colon */
    struct range initial; /* of a for: with its semicolon */
    struct range step;
    struct statement *body;
    struct statement *otherwise;
    LIST(struct statement *) children;
    struct inlining *inlining; /* of the call that is the statement, or its right side; else NULL */
};

/* Whether it is a case or label. NULL is not. */
bool statement_is_labelled(const struct statement *statement);

#endif
