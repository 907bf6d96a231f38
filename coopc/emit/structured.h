/* A regular kernel with its barriers: a function of one work-item from its beginning to its end. */
#ifndef COOPC_EMIT_STRUCTURED_H
#define COOPC_EMIT_STRUCTURED_H

#include "coopc/model/kernel.h"

/* Whether the kernel is regular, waits for nothing but barriers of its work-group, and its states may stand
 * in the text more than once. */
bool structured_can(const struct kernel *kernel);

/* Whether its work-items wait for each other or share local memory: then all of the megakernel's have to run
 * it, and with fewer it goes in steps. */
bool structured_meets(const struct kernel *kernel);

/* Whether the kernel goes in steps that have its barriers in them (COOP_GOES_ON in cl/item.cl). */
bool structured_meets_in_steps(const struct kernel *kernel);

/* coop_whole_K, from the kernel's beginning to its end. */
void emit_structured(struct text *out, const struct kernel *kernel);

/* coop_rounds_K of one work-item, behind the user's text: a step, or the whole kernel. */
void emit_round(struct text *out, const struct kernel *kernel);

#endif
