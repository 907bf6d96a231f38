/* A whole file in memory, plain or compressed by gzip or xz. */
#ifndef TOOLS_WORK_BYTES_H
#define TOOLS_WORK_BYTES_H

#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

/* The files that a build puts beside a program. */

/* Where the file `name` of the directory is that this program is in. 0 when it cannot be read.
 * path  out: `capacity` bytes. */
int beside_find(const char *name, char *path, size_t capacity);

/* Real inputs: files below the directory that COOP_DATA_DIR names. */

/* path  out, `bytes` long: where the file `name` is there, as it is or compressed by xz or gzip.
 * 0 when there is none, or no such directory. */
int data_find(const char *name, char *path, size_t bytes);

/* A file of words of 32 bits, little-endian, without a head. */

/* Writes it, whole or not at all. 0, or -1 with a message. */
int word_file_write(const char *path, const uint32_t *words, size_t count, struct tool_error *error);

/* The place of temporary files: below TMPDIR, or /tmp if that is not set. */

/* Writes a template for mkstemp or mkdtemp, DIRECTORY/NAME-XXXXXX; false where it does not fit. */
static inline int temporary_path(char *to, size_t capacity, const char *name)
{
    const char *place = getenv("TMPDIR");
    int length =
        snprintf(to, capacity, "%s/%s-XXXXXX", place == NULL || place[0] == '\0' ? "/tmp" : place, name);

    return length > 0 && (size_t)length < capacity;
}

#endif
