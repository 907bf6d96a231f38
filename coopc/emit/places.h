/* Where each state of a kernel is in the source, for people: lines of the module's header. */
#ifndef COOPC_EMIT_PLACES_H
#define COOPC_EMIT_PLACES_H

#include "coopc/model/kernel.h"

void emit_places(struct text *out, const struct kernel *kernel);

#endif
