/* The model as text, for people and tests. */
#ifndef COOPC_DUMP_H
#define COOPC_DUMP_H

#include "model.h"

void dump_model(struct text *out, const struct model *model);

#endif
