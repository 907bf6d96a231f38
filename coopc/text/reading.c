#include "coopc/text/reading.h"

bool reading_enters(struct reading *reading, const struct source *source)
{
    if (source == NULL || source->is_words || reading->depth >= READING_DEPTH_MAX) {
        return false;
    }
    for (size_t i = 0; i < reading->guarded.count; ++i) {
        if (reading->guarded.items[i] == source) {
            return false;
        }
    }
    if (source->is_guarded) {
        *LIST_ADD(&reading->guarded) = source;
    }
    return true;
}

bool reading_skips(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->skipped.count; ++i) {
        if (offset > source->skipped.items[i].begin && offset < source->skipped.items[i].end) {
            return true;
        }
    }
    return false;
}

const struct inclusion *reading_inclusion_at(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        if (source->inclusions.items[i].begin == offset) {
            return &source->inclusions.items[i];
        }
    }
    return NULL;
}
