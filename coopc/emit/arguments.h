/* A kernel's arguments in the module. */
#ifndef COOPC_EMIT_ARGUMENTS_H
#define COOPC_EMIT_ARGUMENTS_H

#include "coopc/model/kernel.h"

/* The struct in which they come. */
void emit_arguments(struct text *out, const struct kernel *kernel);

/* Which of them are addresses, for the host, which checks them: lines of the module's header. */
void emit_argument_places(struct text *out, const struct kernel *kernel);

/* The pointer to it, at the top of the step function; nothing when no state uses an argument. */
void emit_arguments_pointer(struct text *out, const struct kernel *kernel);

/* A parameter that is never assigned, as a constant of the state. */
void emit_argument(struct text *out, const struct kernel *kernel, const struct use *use);

/* The expression that has a parameter's value. */
const char *emit_argument_value(const struct kernel *kernel, const struct variable *variable);

/* The room of the parameters in local memory: a member of the kernel's struct. False: it has none. */
bool emit_local_parameters(struct text *out, const struct kernel *kernel);

#endif
