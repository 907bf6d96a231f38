#include "elastic_notes.h"

#include <stdlib.h>

int elastic_notes_add(struct elastic_notes *notes, const struct elastic_note *note, struct tool_error *error)
{
    if (notes->count == notes->capacity) {
        uint64_t capacity = notes->capacity > 0 ? 2 * notes->capacity : 256;
        struct elastic_note *items = realloc(notes->items, capacity * sizeof *items);

        if (items == NULL) {
            return tool_fail(error, "memory is exhausted");
        }
        notes->items = items;
        notes->capacity = capacity;
    }
    notes->items[notes->count++] = *note;
    return 0;
}

double elastic_notes_count(const struct elastic_notes *notes, uint64_t end_ns)
{
    double count = 0;
    uint64_t i;

    for (i = 0; i < notes->count; i++) {
        const struct elastic_note *note = &notes->items[i];
        uint64_t end = note->end_ns < end_ns ? note->end_ns : end_ns;

        if (end > note->begin_ns) {
            count += (double)(end - note->begin_ns) / (double)(note->end_ns - note->begin_ns);
        }
    }
    return count;
}
