/* Small questions to libclang's cursors. */
#include "parse_cursor.h"

#include <string.h>

char *keep(CXString string)
{
    const char *bytes = clang_getCString(string);
    char *kept = string_slice(bytes == NULL ? "" : bytes, bytes == NULL ? 0 : strlen(bytes));

    clang_disposeString(string);
    return kept;
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

size_t end_of(const struct parser *parser, CXCursor cursor)
{
    size_t offset;

    (void)locate(parser, clang_getRangeEnd(clang_getCursorExtent(cursor)), &offset);
    return offset;
}

size_t begin_of(const struct parser *parser, CXCursor cursor)
{
    size_t offset;

    (void)locate(parser, clang_getRangeStart(clang_getCursorExtent(cursor)), &offset);
    return offset;
}

bool stands_at(const struct source *source, size_t offset, const char *name)
{
    size_t length = strlen(name);

    if (offset + length > source->length || memcmp(source->text + offset, name, length) != 0) {
        return false;
    }
    for (size_t i = 0; i < source->expansions.count; ++i) {
        if (source->expansions.items[i].begin == offset) {
            return false;
        }
    }
    return strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
                  source->text[offset + length]) == NULL ||
           source->text[offset + length] == '\0';
}

bool stands_alone(const struct source *source, size_t offset, const char *name)
{
    for (size_t i = 0; i < source->expansions.count; ++i) {
        if (offset >= source->expansions.items[i].begin && offset < source->expansions.items[i].end) {
            return false;
        }
    }
    return stands_at(source, offset, name);
}

struct function *find_function(const struct parser *parser, CXCursor canonical)
{
    for (size_t i = 0; i < parser->function_keys.count; ++i) {
        if (clang_equalCursors(parser->function_keys.items[i], canonical)) {
            return parser->unit->functions.items[i];
        }
    }
    return NULL;
}

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct annotations *annotations = data;

    (void)parent;
    if (clang_isAttribute(clang_getCursorKind(cursor))) {
        unsigned begin = 0;
        char *spelling = keep(clang_getCursorSpelling(cursor));

        clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), NULL, NULL, NULL, &begin);
        annotations->begin = begin < annotations->begin ? begin : annotations->begin;
        if (clang_getCursorKind(cursor) == CXCursor_AlignedAttr && annotations->source != NULL) {
            unsigned end = begin;

            clang_getFileLocation(clang_getRangeEnd(clang_getCursorExtent(cursor)), NULL, NULL, NULL, &end);
            annotations->aligned = string_slice(annotations->source->text + begin, end - begin);
        }
        annotations->is_transmit |= strcmp(spelling, "coop:transmit") == 0;
        annotations->is_kernel |= strcmp(spelling, "coop:kernel") == 0;
    }
    return CXChildVisit_Continue;
}

void read_annotations(CXCursor cursor, struct annotations *annotations)
{
    clang_visitChildren(cursor, visit_annotation, annotations);
}
