/* The table of states that hold nothing but the next primitive. */
#ifndef COOPC_EMIT_CHAIN_H
#define COOPC_EMIT_CHAIN_H

#include "coopc/model/model.h"

void emit_chain(struct text *out, const struct model *model);

#endif
