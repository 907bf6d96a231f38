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

#endif
