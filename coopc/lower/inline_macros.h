/* Whether a helper's text means the same where it is inlined. */
#ifndef COOPC_LOWER_INLINE_MACROS_H
#define COOPC_LOWER_INLINE_MACROS_H

#include "coopc/model/kernel.h"

/* Whether the helper's text means the same where the kernel stands; reports it when not. */
bool inline_keeps_meaning(const struct kernel *kernel, const struct call *call,
                          const struct function *helper);

#endif
