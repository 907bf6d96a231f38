/* Documents: one on each line of a text. */
#ifndef TOOLS_TEXT_DOCUMENTS_H
#define TOOLS_TEXT_DOCUMENTS_H

#include "tools/file/bytes.h"

/* Offsets are 32-bit words, on the device too. */
#define DOCUMENTS_BYTES_MAX ((uint64_t)INT32_MAX)

struct documents {
    struct bytes text;
    uint32_t
        *begins; /* count + 1 of them; a document ends one byte before the next begins, at its line's end */
    uint32_t count;
    uint32_t longest_bytes;
};

/* A last line without an end is a document too. On failure *documents is empty. */
int documents_read(const char *path, struct documents *documents, struct tool_error *error);

/* Finds the lines of documents->text, which has at least a byte; `name` begins the message of an error. On
 * failure *documents is empty. */
int documents_find_lines(struct documents *documents, const char *name, struct tool_error *error);

void documents_clear(struct documents *documents);

#endif
