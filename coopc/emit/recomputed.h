/* Variables that a step computes anew (lower/recompute.h), in the form with loops. */
#ifndef COOPC_EMIT_RECOMPUTED_H
#define COOPC_EMIT_RECOMPUTED_H

#include "coopc/model/kernel.h"

/* What the states that read the variable find its value as. */
const char *emit_recomputed_name(const struct variable *variable);

/* Those that a step reads: its states are those of is_run, by state. */
void emit_recomputed(struct text *out, const struct kernel *kernel, const bool *is_run);

#endif
