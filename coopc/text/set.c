/* A set of strings: a hash table with open addressing, never more than half full. */
#include "coopc/text/set.h"

#include <stdint.h>
#include <string.h>

static size_t hash_of(const char *string)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */

    for (; *string != '\0'; ++string) {
        hash = (hash ^ (unsigned char)*string) * 1099511628211u;
    }
    return (size_t)(hash ^ (hash >> 32));
}

/* The string's entry, or the free one where it would be. */
static struct set_entry *find(const struct set *set, const char *string)
{
    size_t at = hash_of(string) & (set->capacity - 1);

    while (set->entries[at].string != NULL && strcmp(set->entries[at].string, string) != 0) {
        at = (at + 1) & (set->capacity - 1);
    }
    return &set->entries[at];
}

static void grow(struct set *set)
{
    struct set old = *set;

    set->capacity = old.capacity == 0 ? 16 : 2 * old.capacity;
    set->entries = memory_allocate(set->capacity * sizeof *set->entries);
    for (size_t i = 0; i < old.capacity; ++i) {
        if (old.entries[i].string != NULL) {
            *find(set, old.entries[i].string) = old.entries[i];
        }
    }
}

static struct set_entry *take(struct set *set, const char *string)
{
    struct set_entry *entry;

    if (2 * (set->used + 1) > set->capacity) {
        grow(set);
    }
    entry = find(set, string);
    set->used += entry->string == NULL;
    entry->string = string;
    return entry;
}

size_t set_add(struct set *set, const char *string)
{
    return ++take(set, string)->count;
}

size_t set_count(const struct set *set, const char *string)
{
    return set->capacity == 0 ? 0 : find(set, string)->count;
}

void set_put(struct set *set, const char *string, void *value)
{
    take(set, string)->value = value;
}

void *set_get(const struct set *set, const char *string)
{
    return set->capacity == 0 ? NULL : find(set, string)->value;
}
