/* The description of elements for the host: what `coopc --elements` writes into its header. */
#ifndef COOPC_EMIT_ELEMENT_HEADER_H
#define COOPC_EMIT_ELEMENT_HEADER_H

#include "coopc/model/unit.h"

void element_header_emit(struct text *out, const struct unit *const *units, size_t count, const char *path);

#endif
