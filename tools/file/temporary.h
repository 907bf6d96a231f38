/* The place of temporary files: below TMPDIR, or /tmp if that is not set. */
#ifndef TOOLS_TEMPORARY_H
#define TOOLS_TEMPORARY_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Writes a template for mkstemp or mkdtemp, DIRECTORY/NAME-XXXXXX; false where it does not fit. */
static inline int temporary_path(char *to, size_t capacity, const char *name)
{
    const char *place = getenv("TMPDIR");
    int length =
        snprintf(to, capacity, "%s/%s-XXXXXX", place == NULL || place[0] == '\0' ? "/tmp" : place, name);

    return length > 0 && (size_t)length < capacity;
}

#endif
