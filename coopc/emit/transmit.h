/* A kernel's transmitted variables in the module. */
#ifndef COOPC_EMIT_TRANSMIT_H
#define COOPC_EMIT_TRANSMIT_H

#include "coopc/model/kernel.h"

/* The struct in which they travel; nothing when there are none. */
void emit_transmits(struct text *out, const struct kernel *kernel);

/* A joining work-group takes them. */
void emit_transmit_in(struct text *out, const struct kernel *kernel);

/* The leader gives them, when the step ends with the operation of that name. */
void emit_transmit_out(struct text *out, const struct kernel *kernel, const char *operation);

/* A statement that copies an array element by element: arrays cannot be assigned. */
const char *emit_array_copy(const struct variable *variable, const char *to, const char *from);

/* What a work-item does in its first step of a frame: parameters that the kernel changes, and what is
 * transmitted, become variables. */
void emit_first_step(struct text *out, const struct kernel *kernel);

#endif
