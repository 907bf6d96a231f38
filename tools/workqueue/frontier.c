#include "frontier.h"

#include <stdlib.h>
#include <string.h>

void frontier_init(struct frontier *frontier, size_t item_bytes)
{
    memset(frontier, 0, sizeof *frontier);
    frontier->item_bytes = item_bytes;
}

void frontier_push(struct frontier *frontier, const void *item)
{
    size_t used = frontier->first + frontier->count;

    if (used == frontier->capacity) {
        size_t capacity = used > 0 ? 2 * used : 64;
        unsigned char *items = realloc(frontier->items, capacity * frontier->item_bytes);

        if (items == NULL) {
            frontier->is_broken = 1;
            return;
        }
        frontier->items = items;
        frontier->capacity = capacity;
    }
    memcpy(frontier->items + used * frontier->item_bytes, item, frontier->item_bytes);
    frontier->count++;
}

void frontier_take(struct frontier *frontier, void *item)
{
    memcpy(item, frontier_items(frontier), frontier->item_bytes);
    frontier->first++;
    frontier->count--;
}

const void *frontier_items(const struct frontier *frontier)
{
    return frontier->items + frontier->first * frontier->item_bytes;
}

void frontier_clear(struct frontier *frontier)
{
    free(frontier->items);
    memset(frontier, 0, sizeof *frontier);
}
