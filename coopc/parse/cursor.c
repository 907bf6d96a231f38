/* Small questions to libclang's cursors. */
#include "coopc/parse/cursor.h"

#include <string.h>

char *keep(CXString string)
{
    const char *bytes = clang_getCString(string);
    char *kept = string_slice(bytes == NULL ? "" : bytes, bytes == NULL ? 0 : strlen(bytes));

    clang_disposeString(string);
    return kept;
}

/* The slot of an equal cursor, or the free one where it would be. */
static size_t *find_slot(const struct cursor_table *table, CXCursor cursor)
{
    size_t at = clang_hashCursor(cursor) * (size_t)2654435769u & (table->capacity - 1);

    while (table->slots[at] != 0 && !clang_equalCursors(table->keys.items[table->slots[at] - 1], cursor)) {
        at = (at + 1) & (table->capacity - 1);
    }
    return &table->slots[at];
}

void cursor_table_add(struct cursor_table *table, CXCursor cursor)
{
    *LIST_ADD(&table->keys) = cursor;
    if (2 * table->keys.count > table->capacity) {
        table->capacity = table->capacity == 0 ? 16 : 2 * table->capacity;
        table->slots = memory_allocate(table->capacity * sizeof *table->slots);
        for (size_t i = table->keys.count; i > 0; --i) {
            *find_slot(table, table->keys.items[i - 1]) = i;
        }
        return;
    }
    if (*find_slot(table, cursor) == 0) {
        *find_slot(table, cursor) = table->keys.count;
    }
}

size_t cursor_table_find(const struct cursor_table *table, CXCursor cursor)
{
    return table->capacity == 0 ? CURSOR_NONE : *find_slot(table, cursor) - 1;
}

struct source *locate(const struct parser *parser, CXSourceLocation location, size_t *offset)
{
    CXFile file = NULL;
    unsigned at = 0;

    clang_getFileLocation(location, &file, NULL, NULL, &at);
    *offset = at;
    if (file == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < parser->files.count; ++i) {
        if (clang_File_isEqual(parser->files.items[i], file)) {
            return parser->unit->sources.items[i];
        }
    }
    return NULL;
}

/* Whether a file brings `wanted`, directly or through others; each is looked at once in a search. */
static bool brings(struct source *source, const struct source *wanted, size_t search)
{
    if (source == NULL || source->search == search) {
        return false;
    }
    source->search = search;
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        if (source->inclusions.items[i].source == wanted ||
            brings(source->inclusions.items[i].source, wanted, search)) {
            return true;
        }
    }
    return false;
}

size_t place_in(const struct parser *parser, const struct source *source, CXSourceLocation location)
{
    static size_t searches;
    size_t offset;
    const struct source *file = locate(parser, location, &offset);

    if (file == source || file == NULL) {
        return offset < source->length ? offset : source->length;
    }
    ++searches;
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        const struct inclusion *inclusion = &source->inclusions.items[i];

        if (inclusion->source == file || brings(inclusion->source, file, searches)) {
            return inclusion->begin;
        }
    }
    return source->length;
}

size_t end_of(const struct parser *parser, const struct source *source, CXCursor cursor)
{
    return place_in(parser, source, clang_getRangeEnd(clang_getCursorExtent(cursor)));
}

size_t begin_of(const struct parser *parser, const struct source *source, CXCursor cursor)
{
    return place_in(parser, source, clang_getRangeStart(clang_getCursorExtent(cursor)));
}

bool stands_at(const struct source *source, size_t offset, const char *name)
{
    size_t length = strlen(name);

    if (offset + length > source->length || memcmp(source->text + offset, name, length) != 0) {
        return false;
    }
    if (expansions_at(source->expansions, offset) != NULL) {
        return false;
    }
    return strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
                  source->text[offset + length]) == NULL ||
           source->text[offset + length] == '\0';
}

bool stands_alone(const struct source *source, size_t offset, const char *name)
{
    return !expansions_hold(source->expansions, offset) && stands_at(source, offset, name);
}

struct function *find_function(const struct parser *parser, CXCursor canonical)
{
    size_t index = cursor_table_find(&parser->functions, canonical);

    return index == CURSOR_NONE ? NULL : parser->unit->functions.items[index];
}

bool is_array(CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));

    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
}
