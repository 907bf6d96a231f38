/* The statements of a kernel's body as a tree over its tokens. */
#ifndef COOPC_STATEMENT_H
#define COOPC_STATEMENT_H

#include "coopc/model/model.h"

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

/* Blanks conditional directives in the kernel's body and builds kernel->tokens and kernel->tree.
 * Reports a statement that it cannot follow; the tree is then NULL. */
void statement_parse(struct kernel *kernel);

/* The same for the copy of a helper: blanks there, adds to kernel->tokens, and gives the tree of the body, or
 * NULL. */
struct statement *statement_parse_copy(struct kernel *kernel, const struct inlining *inlining);

/* Whether it is a case or label. NULL is not. */
bool statement_is_labelled(const struct statement *statement);

bool range_is_empty(struct range range);
bool range_holds(struct range range, size_t offset);

/* Whether the range holds a barrier, a primitive, or the call of a helper that does. */
bool range_splits(const struct kernel *kernel, struct range range);

/* Whether the range is cut into states: the same, but for statements that stay whole (keep.c). */
bool range_is_cut(const struct kernel *kernel, struct range range);

#endif
