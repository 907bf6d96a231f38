/* The structs that kernels take by value, in the header for the host. */
#ifndef COOPC_EMIT_RECORD_H
#define COOPC_EMIT_RECORD_H

#include "coopc/model/kernel.h"
#include "coopc/model/type.h"

/* The structs of the members, each in front of those that hold it: definitions, unless a header of the user's
 * has them, and what must hold of their layout. What `out` has already is left out. */
void records_emit(struct text *out, const struct layout *layout);

#endif
