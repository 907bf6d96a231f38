/* Where the module's text comes from: #line directives. */
#ifndef COOPC_EMIT_LINE_H
#define COOPC_EMIT_LINE_H

#include "coopc/text/source.h"

/* A #line directive on a line of its own. */
void emit_line(struct text *out, const struct source *source, size_t offset);

/* The same, and text of the user's begins in the column where the user wrote it, less `room`, for the device
 * compiler's messages. */
void emit_place(struct text *out, const struct source *source, size_t offset, size_t room);

#endif
