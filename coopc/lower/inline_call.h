/* One call of a helper that holds a barrier: its form, and the copy of the helper that takes its place. */
#ifndef COOPC_LOWER_INLINE_CALL_H
#define COOPC_LOWER_INLINE_CALL_H

#include "coopc/model/kernel.h"

/* Makes the copy for a call that is, or ends, `statement`; NULL after a report. */
struct inlining *inline_call(struct kernel *kernel, const struct statement *statement, size_t call_index,
                             const struct function *helper);

#endif
