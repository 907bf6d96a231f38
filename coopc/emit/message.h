/* Messages in the module. */
#ifndef COOPC_EMIT_MESSAGE_H
#define COOPC_EMIT_MESSAGE_H

#include "coopc/model/model.h"

/* Whether a definition of the command line is for the runtime in front of the module, too: how messages are
 * built. */
bool is_message_define(const char *define);

/* The options with which the runtime brings messages; nothing in a module that has none. */
void emit_message_options(struct text *out, const struct model *model);

/* Where the runtime finds the nets of kernels: the argument, and the work-group's part in local memory. */
void emit_messages(struct text *out, const struct model *model);

#endif
