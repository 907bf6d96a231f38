/* One case of the step function's switch. */
#ifndef COOPC_EMIT_STATE_H
#define COOPC_EMIT_STATE_H

#include "coopc/model/kernel.h"

/* is_default     the case takes every state that no other case takes
 * falls_through  the next case in the text is where the state goes on without an operation */
void emit_state(struct text *out, const struct kernel *kernel, size_t index, bool is_default,
                bool falls_through);

/* The inside of the case: it sets coop_state and coop_op, and comes to its end. With `recomputes` it reads
 * variables that are recomputed by their names there (emit/recomputed.h), and keeps none of them. */
void emit_state_body(struct text *out, const struct kernel *kernel, size_t index, bool recomputes);

/* Where blocks that are states, with the label coop_at_<state>, go on: the states behind one in the same
 * step, and the jumps there, by coop_state. */
struct successors step_successors(const struct kernel *kernel, size_t index);
void emit_jumps(struct text *out, const struct successors *next);

#endif
