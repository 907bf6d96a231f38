/* What a joining work-group does not have. */
#ifndef COOPC_CHECK_FORK_H
#define COOPC_CHECK_FORK_H

#include "coopc/check/flow.h"

void check_fork(const struct flow *flow);

#endif
