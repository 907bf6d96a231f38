/* The statements of a kernel's body are read from its tokens. */
#ifndef COOPC_PARSE_STATEMENTS_H
#define COOPC_PARSE_STATEMENTS_H

#include "coopc/model/kernel.h"

/* Blanks conditional directives in the kernel's body and builds kernel->tokens and kernel->tree.
 * Reports a statement that it cannot follow; the tree is then NULL. */
void statement_parse(struct kernel *kernel);

/* The same for the copy of a helper: blanks there, adds to kernel->tokens, and gives the tree of the body, or
 * NULL. */
struct statement *statement_parse_copy(struct kernel *kernel, const struct inlining *inlining);

#endif
