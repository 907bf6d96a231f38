/* Kernels with their barriers: a regular one as a function of one work-item from its beginning to its end, a
 * cooperative one as a function from each primitive to the next. */
#ifndef COOPC_EMIT_STRUCTURED_H
#define COOPC_EMIT_STRUCTURED_H

#include "coopc/model/kernel.h"

/* Whether the kernel is regular, waits for nothing but barriers of its work-group, and its states may stand
 * in the text more than once. */
bool structured_can(const struct kernel *kernel);

/* Whether its work-items wait for each other or share local memory: then all of the megakernel's have to run
 * it, and with fewer it goes in steps. */
bool structured_meets(const struct kernel *kernel);

/* Whether the kernel is cooperative and has barriers of its work-group: its steps, each up to a primitive,
 * have them in it. */
bool structured_steps(const struct kernel *kernel);

/* coop_whole_K, from the kernel's beginning to its end. */
void emit_structured(struct text *out, const struct kernel *kernel);

/* coop_stretch_K, from where a step begins to where it ends. */
void emit_structured_step(struct text *out, const struct kernel *kernel);

/* coop_rounds_K of one work-item, behind the user's text: a step, or the whole kernel. */
void emit_round(struct text *out, const struct kernel *kernel);

#endif
