/* Pragmas where statements become states. */
#ifndef COOPC_LOWER_BLOCK_PRAGMA_H
#define COOPC_LOWER_BLOCK_PRAGMA_H

#include "coopc/model/kernel.h"

/* Whether the directive is about the loop behind it. */
bool pragma_is_of_loop(const struct kernel *kernel, struct range range);

/* Takes a pragma that says how a block computes, and which only stands at a block's beginning. Contraction is
 * a permission, so that all of the kernel can do without it. False: the statement is no such pragma. */
bool block_pragma_take(struct kernel *kernel, const struct statement *statement);

#endif
