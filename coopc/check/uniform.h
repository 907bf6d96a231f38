/* What must be the same in all work-items, or work-groups, and is not. */
#ifndef COOPC_CHECK_UNIFORM_H
#define COOPC_CHECK_UNIFORM_H

#include "coopc/check/flow.h"
#include "coopc/model/model.h"

void check_uniform(const struct model *model, const struct flow *flow);

#endif
