/* A kernel's structs and step function. */
#ifndef COOPC_EMIT_KERNEL_H
#define COOPC_EMIT_KERNEL_H

#include "coopc/model/kernel.h"

void emit_kernel(struct text *out, const struct kernel *kernel);

/* The cases, each once: chains of states that run into each other, and what is left of circles. `is_wanted`,
 * by state, may be NULL: all are. */
void emit_states(struct text *out, const struct kernel *kernel, const bool *is_wanted);

/* Its constants, at program scope. */
void emit_constants(struct text *out, const struct kernel *kernel);

#endif
