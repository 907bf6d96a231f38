#include "id_table.h"

#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS_MIN ((size_t)1 << 12)

static size_t slot_of(const struct id_table *table, uint64_t id)
{
    uint64_t state = id;
    size_t slot = (size_t)random_next(&state) & (table->slot_count - 1);

    while (table->slots[slot] != 0 && table->ids[table->slots[slot] - 1] != id) {
        slot = (slot + 1) & (table->slot_count - 1);
    }
    return slot;
}

/* Room for twice as many, which fills half of the slots. */
static int grow(struct id_table *table)
{
    struct id_table larger = *table;
    struct graph_error unused;
    uint32_t i;

    larger.slot_count = table->slot_count > 0 ? 2 * table->slot_count : SLOTS_MIN;
    larger.slots = graph_allocate(larger.slot_count * sizeof *larger.slots, "", &unused);
    larger.ids = graph_allocate(larger.slot_count / 2 * sizeof *larger.ids, "", &unused);
    if (larger.slots == NULL || larger.ids == NULL) {
        free(larger.slots);
        free(larger.ids);
        return -1;
    }
    if (table->count > 0) {
        memcpy(larger.ids, table->ids, table->count * sizeof *larger.ids);
    }
    memset(larger.slots, 0, larger.slot_count * sizeof *larger.slots);
    for (i = 0; i < table->count; i++) {
        larger.slots[slot_of(&larger, table->ids[i])] = i + 1;
    }
    id_table_clear(table);
    *table = larger;
    return 0;
}

int id_table_number(struct id_table *table, uint64_t id, uint32_t *number)
{
    size_t slot;

    if (table->count == table->slot_count / 2 && (table->count == GRAPH_VERTICES_MAX || grow(table) != 0)) {
        return -1;
    }
    slot = slot_of(table, id);
    if (table->slots[slot] == 0) {
        if (table->count == GRAPH_VERTICES_MAX) {
            return -1;
        }
        table->ids[table->count++] = id;
        table->slots[slot] = table->count;
    }
    *number = table->slots[slot] - 1;
    return 0;
}

struct numbered {
    uint64_t id;
    uint32_t number;
};

static int compare(const void *one, const void *other)
{
    uint64_t first = ((const struct numbered *)one)->id;
    uint64_t second = ((const struct numbered *)other)->id;

    return first < second ? -1 : first > second;
}

int id_table_sort(struct id_table *table, uint32_t *ranks)
{
    struct graph_error unused;
    struct numbered *order = graph_allocate((uint64_t)table->count * sizeof *order, "", &unused);
    uint32_t i;

    if (order == NULL) {
        return -1;
    }
    for (i = 0; i < table->count; i++) {
        order[i] = (struct numbered){table->ids[i], i};
    }
    qsort(order, table->count, sizeof *order, compare);
    for (i = 0; i < table->count; i++) {
        table->ids[i] = order[i].id;
        ranks[order[i].number] = i;
    }
    free(order);
    free(table->slots);
    table->slots = NULL;
    table->slot_count = 0;
    return 0;
}

void id_table_clear(struct id_table *table)
{
    free(table->ids);
    free(table->slots);
    memset(table, 0, sizeof *table);
}
