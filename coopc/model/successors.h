/* The ways from state to state. */
#ifndef COOPC_MODEL_SUCCESSORS_H
#define COOPC_MODEL_SUCCESSORS_H

#include "coopc/model/kernel.h"

/* The states that a state may go on to, each once, in ascending order. */
struct successors {
    LIST(size_t) list;
};
void state_successors(const struct kernel *kernel, size_t index, struct successors *successors);

/* The same, but for the one behind the state's end. */
void state_jumps(const struct kernel *kernel, size_t index, struct successors *successors);

/* The text of the first thing that a state does; NULL when it does nothing. */
const struct range *state_begin_text(const struct state *state);

#endif
