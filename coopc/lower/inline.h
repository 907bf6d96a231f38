/* Helpers that hold barriers take the places of their calls. */
#ifndef COOPC_INLINE_H
#define COOPC_INLINE_H

#include "coopc/model/statement.h"

/* Marks the helpers that hold a barrier, and their calls. */
void inline_mark(struct model *model);

/* Adds the edits that take them out of the unit's files. */
void inline_remove(struct unit *unit);

/* Gives each call in the kernel's tree a copy of the helper's text and statements. Reports calls that cannot
 * be inlined. */
void inline_calls(const struct model *model, struct kernel *kernel);

/* inline_call.c: makes the copy for a call that is, or ends, `statement`; NULL after a report. */
struct inlining *inline_call(struct kernel *kernel, const struct statement *statement, size_t call_index,
                             const struct function *helper);

/* Adds to a function what is known of another's text, which begins at `copy`; variables first. */
void function_copy(struct function *to, const struct function *from, size_t copy,
                   const struct inlining *inlining);

/* inline_macros.c: whether the helper's text means the same where the kernel stands; reports it when not. */
bool inline_keeps_meaning(const struct kernel *kernel, const struct call *call,
                          const struct function *helper);

#endif
