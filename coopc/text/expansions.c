/* What macros make of places in a source's text. They are sorted when they are first asked for. */
#include "coopc/text/expansions.h"

#include <stdlib.h>

#include "coopc/text/text.h"

struct expansions {
    LIST(struct expansion) list;
    size_t sorted;
};

struct expansions *expansions_create(void)
{
    return memory_allocate(sizeof(struct expansions));
}

void expansions_add(struct expansions *expansions, const struct expansion *expansion)
{
    *LIST_ADD(&expansions->list) = *expansion;
}

/* What begins together: the longest first. */
static int compare_expansions(const void *left, const void *right)
{
    const struct expansion *a = left;
    const struct expansion *b = right;

    if (a->range.begin != b->range.begin) {
        return a->range.begin < b->range.begin ? -1 : 1;
    }
    return a->range.end > b->range.end ? -1 : a->range.end < b->range.end;
}

static void sort(struct expansions *expansions)
{
    size_t reach = 0;

    if (expansions->sorted == expansions->list.count) {
        return;
    }
    qsort(expansions->list.items, expansions->list.count, sizeof *expansions->list.items, compare_expansions);
    for (size_t i = 0; i < expansions->list.count; ++i) {
        struct expansion *expansion = &expansions->list.items[i];

        reach = expansion->range.end > reach ? expansion->range.end : reach;
        expansion->reach = reach;
    }
    expansions->sorted = expansions->list.count;
}

/* How many begin at the offset or in front of it. */
static size_t count_up_to(const struct expansions *expansions, size_t offset)
{
    size_t low = 0;
    size_t high = expansions->list.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (expansions->list.items[middle].range.begin <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct expansion *expansions_at(struct expansions *expansions, size_t offset)
{
    size_t behind;

    sort(expansions);
    behind = count_up_to(expansions, offset);
    return behind > 0 && expansions->list.items[behind - 1].range.begin == offset
               ? &expansions->list.items[behind - 1]
               : NULL;
}

const struct expansion *expansions_get(struct expansions *expansions, size_t index)
{
    sort(expansions);
    return index < expansions->list.count ? &expansions->list.items[index] : NULL;
}

bool expansions_hold(struct expansions *expansions, size_t offset)
{
    size_t behind;

    sort(expansions);
    behind = count_up_to(expansions, offset);
    return behind > 0 && expansions->list.items[behind - 1].reach > offset;
}

const struct expansion *expansions_around(struct expansions *expansions, size_t offset)
{
    size_t behind;
    size_t first;

    if (!expansions_hold(expansions, offset)) {
        return NULL;
    }
    behind = count_up_to(expansions, offset);
    for (first = behind; first > 0 && expansions->list.items[first - 1].reach > offset; --first) {
    }
    return &expansions->list.items[first];
}
