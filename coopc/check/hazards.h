/* What a kernel's control flow shows: items that would be lost, and what is legal but dangerous. */
#ifndef COOPC_CHECK_HAZARDS_H
#define COOPC_CHECK_HAZARDS_H

#include "coopc/check/flow.h"
#include "coopc/model/kernel.h"
#include "coopc/model/model.h"

/* After flatten() and variables_place(). */
void check_hazards(const struct model *model, const struct kernel *kernel);

/* Batches of a flow graph that a work-group gives up before it has run them. */

/* Refuses a place where work-groups may end between coop_flow_next and what runs its items. */
void check_batch(const struct flow *flow);

/* Loops of rounds that never give up a work-group. */

void check_rounds(const struct kernel *kernel);

/* Barriers under a condition that each work-item reads from global memory by itself. */

void check_memory(const struct model *model, const struct flow *flow);

#endif
