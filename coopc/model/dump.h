/* The model as text, for people and tests. */
#ifndef COOPC_DUMP_H
#define COOPC_DUMP_H

#include "coopc/model/model.h"

void dump_model(struct text *out, const struct model *model);

#endif
