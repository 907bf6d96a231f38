/* Memory, growing strings and lists: what every other file of coopc stands on.
 *
 * A translation allocates from one arena that is released at the end of the process; nothing is freed before.
 */
#ifndef COOPC_TEXT_H
#define COOPC_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeroed memory that lives until memory_release(). Ends the process (status 3) when there is none. */
void *memory_allocate(size_t size);
void memory_release(void);

/* A list of TYPE; LIST_ADD gives the address of a new zeroed item, valid until the next LIST_ADD. */
#define LIST(TYPE)       \
    struct {             \
        TYPE *items;     \
        size_t count;    \
        size_t capacity; \
    }
#define LIST_ADD(list)                                                                                  \
    ((list)->items = list_grow((list)->items, sizeof *(list)->items, (list)->count, &(list)->capacity), \
     &(list)->items[(list)->count++])
void *list_grow(void *items, size_t size, size_t count, size_t *capacity);

/* A growing string; `bytes` is always terminated once something was appended. */
struct text {
    char *bytes;
    size_t length;
    size_t capacity;
};
void text_append(struct text *text, const char *bytes, size_t length);
void text_puts(struct text *text, const char *string);
__attribute__((format(printf, 2, 3))) void text_printf(struct text *text, const char *format, ...);

__attribute__((format(printf, 1, 0))) char *string_vprintf(const char *format, va_list arguments);
char *string_slice(const char *begin, size_t length);
__attribute__((format(printf, 1, 2))) char *string_printf(const char *format, ...);

/* What stands between quotes in the text of a program to mean the string: in one line. */
const char *string_quoted(const char *string);

/* What stands in a comment for the string, and neither ends it nor begins another. */
const char *string_commented(const char *string);

/* Whether the byte would end a line, move a cursor or change a terminal. */
bool is_control(char byte);

/* The string with a question mark for each such byte, for messages. */
const char *string_shown(const char *string);

bool string_begins(const char *string, const char *prefix);
bool string_is_one_of(const char *string, const char *const *words);

/* A set of strings that counts how often each was added, or has a value for each. */

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
