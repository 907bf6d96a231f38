/* Barriers under a condition that each work-item reads from global memory by itself. */
#ifndef COOPC_CHECK_MEMORY_H
#define COOPC_CHECK_MEMORY_H

#include "coopc/check/flow.h"
#include "coopc/model/model.h"

void check_memory(const struct model *model, const struct flow *flow);

#endif
