/* Loops over private arrays that the device's compiler may leave in memory. */
#ifndef COOPC_CHECK_LOOPS_H
#define COOPC_CHECK_LOOPS_H

#include "coopc/check/flow.h"
#include "coopc/model/model.h"

void check_loops(const struct model *model, const struct unit *unit, const struct function *function);

/* Counters in turn: elements whose indexes differ by a constant, modulo the same constant. */

/* Whether the two references name different elements of one array, as count[round % 3] and
 * count[(round + 2) % 3], as long as none of the nodes changes what both are counted from. */
bool rotation_is_apart(const struct model *model, const struct flow *flow, const struct flow_nodes *nodes,
                       const struct reference *one, const struct reference *other);

#endif
