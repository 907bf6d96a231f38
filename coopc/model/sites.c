/* What stands where in a function. The order is made when it is first asked for, and extended when the list
 * has grown: a copy of a helper's text stands behind all that was there. */
#include "coopc/model/sites.h"

#include <stdlib.h>

struct order {
    LIST(struct site) list;
    size_t seen; /* of the function's list */
};

struct sites {
    struct order orders[SITE_KINDS];
};

static size_t count_of(const struct function *function, enum site_kind kind)
{
    switch (kind) {
    case SITE_REFERENCE:
        return function->references.count;
    case SITE_VARIABLE:
        return function->variables.count;
    case SITE_JUMP:
        return function->jumps.count;
    case SITE_CHILD:
        return function->children.count;
    default:
        return function->calls.count;
    }
}

static size_t offset_of(const struct function *function, enum site_kind kind, size_t index)
{
    switch (kind) {
    case SITE_REFERENCE:
        return function->references.items[index].offset;
    case SITE_VARIABLE:
        return function->variables.items[index]->offset;
    case SITE_JUMP:
        return function->jumps.items[index].offset;
    case SITE_CHILD:
        return function->children.items[index].begin;
    default:
        return function->calls.items[index].offset;
    }
}

static int compare_sites(const void *left, const void *right)
{
    const struct site *a = left;
    const struct site *b = right;

    if (a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static void order_extend(struct order *order, const struct function *function, enum site_kind kind)
{
    size_t old = order->list.count;

    for (; order->seen < count_of(function, kind); ++order->seen) {
        if (kind != SITE_SPLIT || operation_splits(function->calls.items[order->seen].operation)) {
            *LIST_ADD(&order->list) = (struct site){offset_of(function, kind, order->seen), order->seen};
        }
    }
    if (order->list.count == old) {
        return;
    }
    qsort(order->list.items + old, order->list.count - old, sizeof *order->list.items, compare_sites);
    if (old > 0 && compare_sites(&order->list.items[old - 1], &order->list.items[old]) > 0) {
        qsort(order->list.items, order->list.count, sizeof *order->list.items, compare_sites);
    }
}

/* The first site at or behind the offset. */
static size_t order_at(const struct order *order, size_t offset)
{
    size_t low = 0;
    size_t high = order->list.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (order->list.items[middle].offset < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

struct found_sites sites_find(const struct function *function, enum site_kind kind, struct range range)
{
    struct order *order = &function->sites->orders[kind];
    struct found_sites found = {NULL, 0};
    size_t first;

    order_extend(order, function, kind);
    if (!range_is_empty(range) && order->list.count > 0) {
        first = order_at(order, range.begin);
        found.items = order->list.items + first;
        found.count = order_at(order, range.end) - first;
    }
    return found;
}

const struct call *sites_first_split(const struct function *function, struct range range)
{
    struct found_sites found = sites_find(function, SITE_SPLIT, range);

    return found.count == 0 ? NULL : &function->calls.items[found.items[0].index];
}

bool sites_declare(const struct function *function, struct range range)
{
    return sites_find(function, SITE_VARIABLE, range).count > 0;
}

struct sites *sites_create(void)
{
    return memory_allocate(sizeof(struct sites));
}
