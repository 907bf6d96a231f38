/* Helpers that hold barriers take the places of their calls. */
#ifndef COOPC_LOWER_INLINE_H
#define COOPC_LOWER_INLINE_H

#include "coopc/model/kernel.h"
#include "coopc/model/model.h"

/* Marks the helpers that hold a barrier, and their calls. */
void inline_mark(struct model *model);

/* Adds the edits that take them out of the unit's files. */
void inline_remove(struct unit *unit);

/* Gives each call in the kernel's tree a copy of the helper's text and statements. Reports calls that cannot
 * be inlined. */
void inline_calls(const struct model *model, struct kernel *kernel);

/* Whether a helper's text means the same where it is inlined. */

/* Whether the helper's text means the same where the kernel stands; reports it when not. */
bool inline_keeps_meaning(const struct kernel *kernel, const struct call *call,
                          const struct function *helper);

#endif
