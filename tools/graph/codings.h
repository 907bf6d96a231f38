/* The table of codings. */
#ifndef TOOLS_CODINGS_H
#define TOOLS_CODINGS_H

#include "coding.h"

/* The coding of a file that begins with these bytes; NULL: none. */
const struct coding *coding_of(const unsigned char *bytes, size_t count);

/* The length of a name without the ending of a coding: that of "a.gr" for "a.gr.xz". */
size_t coding_base_length(const char *path);

#endif
