/* What the device compiler gets and what it says, as files for debugging (docs/debugging.md).
 *
 * Stands on: error.h. Files are DIRECTORY/KERNEL-PROCESS-NUMBER and a suffix: no two modules of a process,
 * and no two live processes, have the same. */
#ifndef COOP_HOST_DUMP_H
#define COOP_HOST_DUMP_H

#include "host/base/error.h"
#include <stddef.h>

struct coop_dump {
    char *path;           /* without the suffix; NULL where nothing is asked for */
    size_t stem_length;   /* of the path */
    const char *asked_by; /* "dump_dir" or "COOP_DUMP_DIR" */
};

/* directory  NULL takes COOP_DUMP_DIR from the environment; "" asks for nothing.
 * kernel     the module's first; "" when it has none.
 * dump       out; to be cleared, also on failure.
 * COOP_OK, COOP_OUT_OF_MEMORY */
coop_status coop_dump_init(struct coop_dump *dump, struct coop_error_record *errors, const char *directory,
                           const char *kernel);

/* Writes the parts, one behind the other, into the file with that suffix (".cl"); does nothing where nothing
 * is asked for. COOP_OK, COOP_IO_FAILED. */
coop_status coop_dump_write(struct coop_dump *dump, struct coop_error_record *errors, const char *suffix,
                            const char *const *parts, const size_t *lengths, int count);

void coop_dump_clear(struct coop_dump *dump);

#endif
