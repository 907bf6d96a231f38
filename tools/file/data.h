/* Real inputs: files below the directory that COOP_DATA_DIR names. */
#ifndef TOOLS_FILE_DATA_H
#define TOOLS_FILE_DATA_H

#include <stddef.h>

/* path  out, `bytes` long: where the file `name` is there, as it is or compressed by xz or gzip.
 * 0 when there is none, or no such directory. */
int data_find(const char *name, char *path, size_t bytes);

#endif
