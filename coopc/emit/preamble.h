/* What headers for the host begin with. */
#ifndef COOPC_EMIT_PREAMBLE_H
#define COOPC_EMIT_PREAMBLE_H

#include "coopc/text/text.h"

/* The include guard of a header with this path. */
const char *preamble_guard(const char *path);

/* The macros of structs with arguments: COOP_ARGS_… */
void preamble_emit_macros(struct text *out);

#endif
