/* Enumerations in the body of a kernel that coopc splits. */
#ifndef COOPC_LOWER_ENUMERATION_H
#define COOPC_LOWER_ENUMERATION_H

#include "coopc/model/kernel.h"

/* Refuses an enumeration that would mean something else in front of a whole state than it does in its block.
 * It is the last in kernel->enumerations. */
void enumeration_check(const struct kernel *kernel, const struct enumeration *enumeration);

/* Pragmas where statements become states. */

/* Whether the directive is about the loop behind it. */
bool pragma_is_of_loop(const struct kernel *kernel, struct range range);

/* Takes a pragma that says how a block computes, and which only stands at a block's beginning. Contraction is
 * a permission, so that all of the kernel can do without it. False: the statement is no such pragma. */
bool block_pragma_take(struct kernel *kernel, const struct statement *statement);

#endif
