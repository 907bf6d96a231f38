/* The host's reads and writes of imported memory. A memory object is reached by copies on a queue beside the
 * megakernel's, through memory of the library's own: a copy that does not end in time then touches nothing of
 * the caller's.
 *
 * Stands on: import.h, side.h. Any thread. */
#ifndef COOP_HOST_IMPORT_ACCESS_H
#define COOP_HOST_IMPORT_ACCESS_H

#include "host/context/import.h"

/* The host's access, as coop_buffer_read and coop_buffer_write have it: COOP_BUSY where it cannot work
 * beside a run. */
coop_status coop_import_read(struct coop_context_object *context, const struct coop_import *import,
                             uint64_t offset, void *to, uint64_t bytes);
coop_status coop_import_write(struct coop_context_object *context, const struct coop_import *import,
                              uint64_t offset, const void *from, uint64_t bytes);

#endif
