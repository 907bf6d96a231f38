/* Stretches of a source's text that do not overlap, each with the number of what it belongs to. */
#ifndef COOPC_TEXT_SPANS_H
#define COOPC_TEXT_SPANS_H

#include <stdint.h>

#include "coopc/text/range.h"
#include "coopc/text/text.h"

#define SPAN_NONE SIZE_MAX

struct span {
    struct range range;
    size_t owner;
};

struct spans {
    LIST(struct span) list;
};

/* An empty range is left out. */
void spans_add(struct spans *spans, struct range range, size_t owner);

/* Before the first search. */
void spans_sort(struct spans *spans);

/* The owner of the span that holds the offset, or SPAN_NONE. */
size_t spans_find(const struct spans *spans, size_t offset);

#endif
