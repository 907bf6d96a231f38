/* Bytes between the members of a struct. */
#ifndef COOPC_EMIT_PADDING_H
#define COOPC_EMIT_PADDING_H

#include "coopc/text/text.h"

/* A member of so many bytes; nothing when there are none. `count` numbers them. */
void emit_padding(struct text *out, size_t *count, size_t bytes);

#endif
