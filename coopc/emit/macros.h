/* The macros of the user's files in the module, where all files are one text. */
#ifndef COOPC_EMIT_MACROS_H
#define COOPC_EMIT_MACROS_H

#include "coopc/model/model.h"

/* Around the text of each file, and behind that of all. */
void emit_macros_before(struct text *out, const struct model *model, size_t unit);
void emit_macros_behind(struct text *out, const struct model *model, size_t unit);
void emit_macros_end(struct text *out, const struct model *model);

#endif
