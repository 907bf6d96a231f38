/* What a joining work-group does not have. */
#ifndef COOPC_CHECK_FORK_H
#define COOPC_CHECK_FORK_H

#include "coopc/check/flow.h"

/* Lets a kernel that is coop_transmit_live transmit what is live across its fork points. The variables have
 * their places. */
void fork_transmit(struct kernel *kernel);

void check_fork(const struct flow *flow);

#endif
