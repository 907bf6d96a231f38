/* The module's text. */
#ifndef COOPC_EMIT_H
#define COOPC_EMIT_H

#include "coopc/model/model.h"

void emit_module(struct text *out, const struct model *model);

#endif
