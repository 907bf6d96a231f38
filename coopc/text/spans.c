/* Stretches of a source's text that do not overlap. */
#include "coopc/text/spans.h"

#include <stdlib.h>

/* A stretch of a source's text. */

bool range_is_empty(struct range range)
{
    return range.begin >= range.end;
}

bool range_holds(struct range range, size_t offset)
{
    return offset >= range.begin && offset < range.end;
}

void spans_add(struct spans *spans, struct range range, size_t owner)
{
    if (!range_is_empty(range)) {
        *LIST_ADD(&spans->list) = (struct span){range, owner};
    }
}

static int compare_spans(const void *left, const void *right)
{
    const struct span *a = left;
    const struct span *b = right;

    return a->range.begin < b->range.begin ? -1 : a->range.begin > b->range.begin;
}

void spans_sort(struct spans *spans)
{
    if (spans->list.count > 1) {
        qsort(spans->list.items, spans->list.count, sizeof *spans->list.items, compare_spans);
    }
}

size_t spans_find(const struct spans *spans, size_t offset)
{
    size_t low = 0;
    size_t high = spans->list.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (spans->list.items[middle].range.end <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < spans->list.count && range_holds(spans->list.items[low].range, offset)
               ? spans->list.items[low].owner
               : SPAN_NONE;
}
