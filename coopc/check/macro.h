/* Barriers and primitives that are in a macro's body. */
#ifndef COOPC_CHECK_MACRO_H
#define COOPC_CHECK_MACRO_H

#include "coopc/model/kernel.h"

/* Whether the statement is a macro that expands to the call alone and may stand for it: `SYNC;`, `SYNC` or
 * `SYNC(flags);`. */
bool macro_is_whole(const struct kernel *kernel, const struct statement *statement, const struct call *call);

/* Refuses macros that hold one bracket of a pair: the kernel is taken apart by the brackets that are in the
 * file. */
void macro_check_pairs(const struct kernel *kernel);

/* Says why a call that comes out of another macro is refused. */
void macro_refuse(const struct kernel *kernel, const struct call *call);

#endif
