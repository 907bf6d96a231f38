/* Which statements stay whole although they hold work-group barriers (--split=primitives). */
#ifndef COOPC_LOWER_KEEP_H
#define COOPC_LOWER_KEEP_H

#include "coopc/model/kernel.h"

/* Fills kernel->kept. */
void keep_barriers(struct kernel *kernel);

/* A copy of a kernel, not yet taken apart, that keeps none: for work-groups of which some work-items are
 * idle. */
struct kernel *keep_partial(struct kernel *kernel);

#endif
