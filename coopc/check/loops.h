/* Loops over private arrays that the device's compiler may leave in memory. */
#ifndef COOPC_CHECK_LOOPS_H
#define COOPC_CHECK_LOOPS_H

#include "coopc/model/model.h"

void check_loops(const struct model *model, const struct unit *unit, const struct function *function);

#endif
