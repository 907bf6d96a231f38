/* The files that a build puts beside a program. */
#ifndef TOOLS_FILE_BESIDE_H
#define TOOLS_FILE_BESIDE_H

#include <stddef.h>

/* Where the file `name` of the directory is that this program is in. 0 when it cannot be read.
 * path  out: `capacity` bytes. */
int beside_find(const char *name, char *path, size_t capacity);

#endif
