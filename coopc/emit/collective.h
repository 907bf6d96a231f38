/* Collective functions in the module. */
#ifndef COOPC_EMIT_COLLECTIVE_H
#define COOPC_EMIT_COLLECTIVE_H

#include "coopc/model/model.h"

/* The runtime's part of them, if any kernel has one. */
void emit_collective_options(struct text *out, const struct model *model);

/* In front of the user's text: what the device must have. */
void emit_collective_conditions(struct text *out, const struct model *model);

/* The kernel's room for them, a member of its local memory. Whether it has one. */
bool emit_collective_room(struct text *out, const struct kernel *kernel);

#endif
