/* The module's text. */
#ifndef COOPC_EMIT_H
#define COOPC_EMIT_H

#include "coopc/model/model.h"

void emit_module(struct text *out, const struct model *model);

/* emit_kernel.c: a kernel's structs and step function. */
void emit_kernel(struct text *out, const struct kernel *kernel);

/* emit_state.c: the operation's name in the runtime; not of OPERATION_CALL. */
const char *operation_name(enum operation operation);

/* emit_state.c: one case of the step function's switch.
 * falls_through  the next case in the text is where the state goes on without an operation */
void emit_state(struct text *out, const struct kernel *kernel, size_t index, bool falls_through);

/* emit_chain.c: which states hold nothing but a primitive. */
void emit_chain(struct text *out, const struct model *model);

/* A parameter that is never assigned, as a constant of the state. */
void emit_argument(struct text *out, const struct use *use);

/* A statement that copies an array element by element: arrays cannot be assigned. */
const char *emit_array_copy(const struct variable *variable, const char *to, const char *from);

/* A #line directive on a line of its own. */
void emit_line(struct text *out, const struct source *source, size_t offset);

#endif
