/* Reading files whole: plain ones, and pipes. Nothing else ends for certain. */
#ifndef COOPC_TEXT_FILE_H
#define COOPC_TEXT_FILE_H

#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

/* The most that is read of one. */
#define FILE_BYTES_MAX ((size_t)64 << 20)
#define FILE_LARGE "it has more than 64 MiB, the most that coopc reads"

/* Why a file is not to be read as a plain one; NULL: it may be. */
const char *file_fault(const struct stat *status);

/* The whole of a plain file, or NULL. */
char *file_read(const char *path, size_t *length);

/* The rest of a stream, which stays open; or NULL, with EFBIG when it is too much. */
char *stream_read(FILE *stream, size_t *length);

#endif
