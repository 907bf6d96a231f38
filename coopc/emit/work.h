/* Work queues in the module. */
#ifndef COOPC_EMIT_WORK_H
#define COOPC_EMIT_WORK_H

#include "coopc/model/model.h"

/* Whether a definition of the command line is for the runtime in front of the module, too: how work queues
 * are built. */
bool is_work_define(const char *define);

/* The options with which the runtime brings work queues; nothing in a module that has none. */
void emit_work_options(struct text *out, const struct model *model);

/* Where the runtime finds the work queues of kernels: the argument, and the work-group's side in local
 * memory. */
void emit_work(struct text *out, const struct model *model);

#endif
