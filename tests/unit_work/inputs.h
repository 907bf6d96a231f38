/* Inputs for the tests of workloads: files made here, and the data directory. */
#ifndef TESTS_UNIT_WORK_INPUTS_H
#define TESTS_UNIT_WORK_INPUTS_H

#include "files.h"
#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

/* Writes words as a file of that name, little-endian, and returns its path. */
const char *input_words(const char *name, const uint32_t *words, size_t count);

/* The message, from the file's name on where it begins with the path: without the directory and the
 * process's number. */
const char *input_sentence(const struct tool_error *error, const char *name);

/* The path of a file of the data directory, which may be compressed; skips the test when there is none. */
const char *input_data(const char *name);

#endif
