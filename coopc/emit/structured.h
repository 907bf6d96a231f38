/* Kernels with their barriers: a regular one as a function of one work-item from its beginning to its end, a
 * cooperative one as a function from each primitive to the next. */
#ifndef COOPC_EMIT_STRUCTURED_H
#define COOPC_EMIT_STRUCTURED_H

#include "coopc/model/kernel.h"

/* Whether the kernel has this form: its states may stand in the text more than once, and it is regular and
 * waits for nothing but barriers of its work-group, or cooperative with such barriers. */
bool structured_can(const struct kernel *kernel);

/* Of one that has: whether it is regular, and its work-items wait for each other or share local memory. Then
 * all of the megakernel's have to run it, and with fewer it goes in flat steps. */
bool structured_needs_steps(const struct kernel *kernel);

/* coop_whole_K, from the kernel's beginning to its end; of a cooperative one coop_stretch_K, from where a
 * step begins to where it ends. */
void emit_structured(struct text *out, const struct kernel *kernel);

/* coop_rounds_K of one work-item, behind the user's text: a step, or the whole kernel. */
void emit_round(struct text *out, const struct kernel *kernel);

#endif
