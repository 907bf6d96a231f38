/* Batches of a flow graph that a work-group gives up before it has run them. */
#ifndef COOPC_CHECK_BATCH_H
#define COOPC_CHECK_BATCH_H

#include "coopc/check/flow.h"

/* Refuses a place where work-groups may end between coop_flow_next and what runs its items. */
void check_batch(const struct flow *flow);

#endif
