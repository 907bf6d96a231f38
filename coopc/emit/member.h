/* The members of a struct of arguments, for the host. */
#ifndef COOPC_EMIT_MEMBER_H
#define COOPC_EMIT_MEMBER_H

#include "coopc/model/kernel.h"

/* What the member of a parameter is called: as the parameter, if C and C++ and the other members let it. */
const char *member_name(const struct layout *layout, const struct variable *variable);

/* The name, with an underscore where C or C++ keeps it for itself, or a macro has it. */
const char *member_plain_name(const char *name);

/* Its declaration. */
void member_emit(struct text *out, const struct layout *layout, const struct member *member);

#endif
