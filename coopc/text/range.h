/* A stretch of a source's text, by offsets: from `begin` to in front of `end`. */
#ifndef COOPC_TEXT_RANGE_H
#define COOPC_TEXT_RANGE_H

#include <stdbool.h>
#include <stddef.h>

struct range {
    size_t begin;
    size_t end;
};

bool range_is_empty(struct range range);
bool range_holds(struct range range, size_t offset);

#endif
