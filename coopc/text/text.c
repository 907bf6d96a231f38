/* Memory, growing strings and lists. */
#include "coopc/text/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    max_align_t bytes[];
};

static struct block *blocks;

void *memory_allocate(size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);

    if (block == NULL) {
        fputs("coopc: out of memory\n", stderr);
        exit(3);
    }
    block->next = blocks;
    blocks = block;
    return block->bytes;
}

void memory_release(void)
{
    while (blocks != NULL) {
        struct block *next = blocks->next;

        free(blocks);
        blocks = next;
    }
}

void *list_grow(void *items, size_t size, size_t count, size_t *capacity)
{
    if (count == *capacity) {
        size_t wanted = *capacity == 0 ? 8 : *capacity * 2;
        void *grown = memory_allocate(wanted * size);

        if (count > 0) {
            memcpy(grown, items, count * size);
        }
        *capacity = wanted;
        return grown;
    }
    return items;
}

void text_append(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length + 1 > text->capacity) {
        size_t wanted = text->capacity * 2 + length + 64;
        char *grown = memory_allocate(wanted);

        if (text->length > 0) {
            memcpy(grown, text->bytes, text->length);
        }
        text->bytes = grown;
        text->capacity = wanted;
    }
    if (length > 0) {
        memcpy(text->bytes + text->length, bytes, length);
    }
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_puts(struct text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

char *string_vprintf(const char *format, va_list arguments)
{
    va_list again;
    int length;
    char *string;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    string = memory_allocate((size_t)length + 1);
    vsnprintf(string, (size_t)length + 1, format, arguments);
    return string;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_puts(text, string_vprintf(format, arguments));
    va_end(arguments);
}

char *string_printf(const char *format, ...)
{
    va_list arguments;
    char *string;

    va_start(arguments, format);
    string = string_vprintf(format, arguments);
    va_end(arguments);
    return string;
}

char *string_slice(const char *begin, size_t length)
{
    char *string = memory_allocate(length + 1);

    if (length > 0) {
        memcpy(string, begin, length);
    }
    return string;
}

bool string_begins(const char *string, const char *prefix)
{
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

bool string_is_one_of(const char *string, const char *const *words)
{
    for (; *words != NULL; ++words) {
        if (strcmp(string, *words) == 0) {
            return true;
        }
    }
    return false;
}

bool is_control(char byte)
{
    return ((unsigned char)byte < ' ' && byte != '\t') || byte == 0x7f;
}

const char *string_quoted(const char *string)
{
    struct text text = {0};

    for (; *string != '\0'; ++string) {
        if (is_control(*string)) {
            text_printf(&text, "\\%03o", (unsigned)*string);
            continue;
        }
        if (*string == '"' || *string == '\\') {
            text_puts(&text, "\\");
        }
        text_append(&text, string, 1);
    }
    text_append(&text, "", 0);
    return text.bytes;
}

const char *string_commented(const char *string)
{
    struct text text = {0};

    for (; *string != '\0'; ++string) {
        text_append(&text, string, 1);
        if ((string[0] == '*' && string[1] == '/') || (string[0] == '/' && string[1] == '*')) {
            text_puts(&text, " ");
        }
    }
    text_append(&text, "", 0);
    return string_shown(text.bytes);
}

const char *string_shown(const char *string)
{
    char *shown = string_slice(string, strlen(string));

    for (char *at = shown; *at != '\0'; ++at) {
        *at = is_control(*at) ? '?' : *at;
    }
    return shown;
}

/* A set of strings: a hash table with open addressing, never more than half full. */

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
