/* The way of the preprocessor through the files of a unit. */
#ifndef COOPC_TEXT_READING_H
#define COOPC_TEXT_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "coopc/text/source.h"

enum { READING_DEPTH_MAX = 200 };

struct reading {
    LIST(const struct source *) guarded; /* entered: the preprocessor skips them from now on */
    size_t depth;                        /* of inclusions */
};

/* Whether it goes into a file that is included; NULL: one that libclang does not show. */
bool reading_enters(struct reading *reading, const struct source *source);

/* Whether a condition has taken the text away. */
bool reading_skips(const struct source *source, size_t offset);

/* The inclusion whose directive begins there; NULL when there is none. */
const struct inclusion *reading_inclusion_at(const struct source *source, size_t offset);

#endif
