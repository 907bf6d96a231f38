/* Whether a compiler may run work-items together, in vectors (decision 0091). */
#ifndef COOPC_EMIT_APART_H
#define COOPC_EMIT_APART_H

#include "coopc/model/kernel.h"

/* COOP_APART or COOP_IN_TURN (cl/item.cl): how the work-items of the kernel follow each other in a step. */
const char *emit_apart(const struct kernel *kernel);

#endif
