/* The accessors of an element's cells, for kernels: what `coopc --elements` writes. */
#ifndef COOPC_EMIT_ACCESSORS_H
#define COOPC_EMIT_ACCESSORS_H

#include "coopc/model/unit.h"

/* The file for kernels with the elements of all units.
 * path  of the output, after which its guard is called. */
void accessors_emit(struct text *out, const struct unit *const *units, size_t count, const char *path);

/* "FLOW_ELEMENTS_CLH" of "build/flow_elements.clh". */
const char *accessors_guard(const char *path);

/* The file's name without folders. */
const char *accessors_file(const char *path);

#endif
