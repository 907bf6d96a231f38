/* A set of strings that counts how often each was added, or has a value for each. */
#ifndef COOPC_TEXT_SET_H
#define COOPC_TEXT_SET_H

#include "coopc/text/text.h"

struct set_entry {
    const char *string; /* NULL: free */
    size_t count;
    void *value;
};

struct set {
    struct set_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t used;
};

/* Adds the string, which is kept by its address; how often it is in the set now. */
size_t set_add(struct set *set, const char *string);

/* How often the string was added. */
size_t set_count(const struct set *set, const char *string);

/* The value of a string, which is added if it was not; and what was put last, or NULL. */
void set_put(struct set *set, const char *string, void *value);
void *set_get(const struct set *set, const char *string);

#endif
