/* The macros of the user's files in the module, where all files are one text. */
#ifndef COOPC_EMIT_MACROS_H
#define COOPC_EMIT_MACROS_H

#include "coopc/model/model.h"

/* Whether a definition of the command line is for the runtime in front of the module, too: how work queues
 * are built. */
bool is_work_define(const char *define);

/* Around the text of each file, and behind that of all. */
void emit_macros_before(struct text *out, const struct model *model, size_t unit);
void emit_macros_behind(struct text *out, const struct model *model, size_t unit);
void emit_macros_end(struct text *out, const struct model *model);

#endif
