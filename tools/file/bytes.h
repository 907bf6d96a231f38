/* A whole file in memory, plain or compressed by gzip or xz. */
#ifndef TOOLS_WORK_BYTES_H
#define TOOLS_WORK_BYTES_H

#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

struct bytes {
    unsigned char *items;
    size_t count;
};

/* largest  a file that holds more (uncompressed) is refused.
 * The messages of errors begin with the path. On failure *bytes is empty. */
int bytes_read(const char *path, uint64_t largest, struct bytes *bytes, struct tool_error *error);

/* The same of a file of little-endian 32-bit words, `words_each` of which belong together; `what` names
 * such a group in the messages ("point of 12 bytes"). A file without any is refused.
 * words  out: the file's words in the host's order; the caller frees them.
 * count  out: groups. */
int bytes_read_words(const char *path, unsigned words_each, const char *what, uint64_t largest,
                     uint32_t **words, uint32_t *count, struct tool_error *error);

void bytes_clear(struct bytes *bytes);

#endif
