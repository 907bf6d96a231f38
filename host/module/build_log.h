/* The device compiler's log, translated to the user's own files and lines.
 *
 * Most compilers follow the program's #line directives; NVIDIA's counts the lines of the whole text and says
 * <kernel>:N. */
#ifndef COOP_HOST_BUILD_LOG_H
#define COOP_HOST_BUILD_LOG_H

#include "host/base/error.h"

#include <stddef.h>

/* A copy of `log`, to be freed, in which each "<kernel>:N" is the file and line that the text's #line
 * directives give to line N of the text, which consists of `count` parts. Places before the first directive
 * stay as they are. NULL when memory is exhausted. */
char *coop_build_log_place(const char *log, const char *const *parts, const size_t *lengths, int count);

/* Whether the log says that a kernel's local variables do not fit: NVIDIA's compiler, which knows its
 * device, refuses such a program, where others leave it to the launch. `taken` and `most`: bytes of a
 * work-group; left as they are otherwise. */
int coop_build_log_local_memory(const char *log, unsigned long long *taken, unsigned long long *most);

/* What the device compiler gets and what it says, as files for debugging (docs/debugging.md).
 *
 * Stands on: error.h. Files are DIRECTORY/KERNEL-PROCESS-NUMBER and a suffix: no two modules of a process,
 * and no two live processes, have the same. */

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
