/* The module as a C file: what coop_embed_text of the CMake package makes, without CMake. */
#ifndef COOPC_EMIT_EMBED_H
#define COOPC_EMIT_EMBED_H

#include "coopc/text/text.h"

/* `directory/name_text.c` (or .cpp) with .h. NULL when the path is not of that form, or `name` is no
 * identifier. */
const char *embed_header_path(const char *path);

/* The C file of this path: it defines name_module_text and name_module_bytes. `origin` is what it was made
 * from, for its first line. */
void embed_emit(struct text *out, const struct text *module, const char *path, const char *origin);

/* The header that declares them. */
void embed_emit_header(struct text *out, const char *path, const char *origin);

#endif
