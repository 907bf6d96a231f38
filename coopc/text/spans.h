/* Stretches of a source's text that do not overlap, each with the number of what it belongs to. */
#ifndef COOPC_TEXT_SPANS_H
#define COOPC_TEXT_SPANS_H

#include "coopc/text/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stretch of a source's text, by offsets: from `begin` to in front of `end`. */

struct range {
    size_t begin;
    size_t end;
};

bool range_is_empty(struct range range);
bool range_holds(struct range range, size_t offset);

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
