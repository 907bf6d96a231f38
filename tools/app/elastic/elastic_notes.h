/* The launches of one kernel of the elastic experiment, in the order of time. */
#ifndef TOOLS_APP_ELASTIC_NOTES_H
#define TOOLS_APP_ELASTIC_NOTES_H

#include "tools/error/tool_error.h"

#include <stdint.h>

/* A launch, by the host's clock. */
struct elastic_note {
    uint64_t begin_ns; /* the host posts it */
    uint64_t end_ns;   /* the host knows its end */
};

/* All 0 at first; `items` is released with free. */
struct elastic_notes {
    struct elastic_note *items;
    uint64_t count;
    uint64_t capacity;
};

/* Notes a launch. Fails when there is no memory. */
int elastic_notes_add(struct elastic_notes *notes, const struct elastic_note *note, struct tool_error *error);

/* How many launches there are until that time, by the host's clock: of one that ends later, the part of its
 * time that is before. */
double elastic_notes_count(const struct elastic_notes *notes, uint64_t end_ns);

#endif
