/* A kernel's step where one thread runs a whole work-group: loops over its work-items. */
#ifndef COOPC_EMIT_LOOPS_H
#define COOPC_EMIT_LOOPS_H

#include "coopc/model/kernel.h"

/* Whether the states can stand in the text more than once, and do not become too many by that. Otherwise the
 * loop is around the step function. */
bool loops_can_unroll(const struct kernel *kernel);

/* For each state at which a step may begin a function of one work-item, which runs to the next operation. */
void emit_loop_bodies(struct text *out, const struct kernel *kernel);

/* coop_rounds_K, the step of all work-items, behind the user's text. */
void emit_loops(struct text *out, const struct kernel *kernel);

#endif
