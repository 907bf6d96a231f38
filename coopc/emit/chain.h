/* The table of states that hold nothing but the next primitive. */
#ifndef COOPC_EMIT_CHAIN_H
#define COOPC_EMIT_CHAIN_H

#include "coopc/model/model.h"

/* Whether the leader may come, from this state's operation and without another step, to one at which
 * work-groups begin: what they get is then written in this state. */
bool chain_begins_groups(const struct kernel *kernel, const struct state *state);

void emit_chain(struct text *out, const struct model *model);

#endif
