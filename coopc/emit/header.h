/* The C header for the host: one argument struct and one launch function per kernel. */
#ifndef COOPC_HEADER_H
#define COOPC_HEADER_H

#include "coopc/model/model.h"

/* `path` is the header's own name, for its include guard; `tasks` what it has for the module's tasks. */
void header_emit(struct text *out, const struct model *model, const char *path, const struct text *tasks);

/* A struct for the host with the layout of the device's, and assertions that it is so. */
void header_emit_struct(struct text *out, const char *name, const struct layout *layout);

#endif
