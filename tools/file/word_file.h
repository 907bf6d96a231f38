/* A file of words of 32 bits, little-endian, without a head. */
#ifndef TOOLS_FILE_WORD_FILE_H
#define TOOLS_FILE_WORD_FILE_H

#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

/* Writes it, whole or not at all. 0, or -1 with a message. */
int word_file_write(const char *path, const uint32_t *words, size_t count, struct tool_error *error);

#endif
