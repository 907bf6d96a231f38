/* The device compiler's log, translated to the user's own files and lines.
 *
 * Most compilers follow the program's #line directives; NVIDIA's counts the lines of the whole text and says
 * <kernel>:N. */
#ifndef COOP_HOST_BUILD_LOG_H
#define COOP_HOST_BUILD_LOG_H

#include <stddef.h>

/* A copy of `log`, to be freed, in which each "<kernel>:N" is the file and line that the text's #line
 * directives give to line N of the text, which consists of `count` parts. Places before the first directive
 * stay as they are. NULL when memory is exhausted. */
char *coop_build_log_place(const char *log, const char *const *parts, const size_t *lengths, int count);

/* Whether the log says that a kernel's local variables do not fit: NVIDIA's compiler, which knows its
 * device, refuses such a program, where others leave it to the launch. `taken` and `most`: bytes of a
 * work-group; left as they are otherwise. */
int coop_build_log_local_memory(const char *log, unsigned long long *taken, unsigned long long *most);

#endif
