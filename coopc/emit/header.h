/* The C header for the host: one argument struct and one launch function per kernel. */
#ifndef COOPC_HEADER_H
#define COOPC_HEADER_H

#include "coopc/model/model.h"

/* `path` is the header's own name, for its include guard. */
void header_emit(struct text *out, const struct model *model, const char *path);

#endif
