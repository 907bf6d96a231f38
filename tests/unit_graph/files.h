/* Inputs for the readers' tests, written into the build tree. */
#ifndef TESTS_UNIT_GRAPH_FILES_H
#define TESTS_UNIT_GRAPH_FILES_H

#include "tools/graph/graph.h"

#include <stddef.h>

/* Writes a file of that name and returns its path, which the next call with the same name makes again. */
const char *file_write(const char *name, const void *bytes, size_t count);
const char *file_write_text(const char *name, const char *text);

/* The path of a file of that name, which need not exist. */
const char *file_path(const char *name);

/* Compressed copies of a text, in memory of the caller; return the number of bytes. */
size_t file_gzip(const char *text, unsigned char *bytes, size_t capacity);
size_t file_xz(const char *text, unsigned char *bytes, size_t capacity);

/* 0 where this build has no zstd. */
size_t file_zstd(const char *text, unsigned char *bytes, size_t capacity);

/* Reads a text under that name, and returns the message of the error without the directory in front, or ""
 * when there is none. */
const char *file_error(const char *name, const char *text);

/* "0:1,2 1:0 2:0": vertices with their arcs; "0:1*5,2*7 1:0*5 2:0*7" with weights. */
const char *graph_as_text(const struct graph *graph);

/* The same of a file's text, or the message of its error. */
const char *file_as_text(const char *name, const char *text, enum graph_direction direction);

/* The same with weights, where the file has some. */
const char *file_with_weights(const char *name, const char *text, enum graph_direction direction);

#endif
