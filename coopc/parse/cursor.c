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

/* The text of an attribute where it stands; NULL when a macro or another file makes it. */
static const char *attribute_text(const struct parser *parser, const struct source *source, CXCursor cursor)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    size_t begin;
    size_t end;

    if (locate(parser, clang_getRangeStart(range), &begin) != source ||
        locate(parser, clang_getRangeEnd(range), &end) != source || begin > end || end > source->length) {
        return "";
    }
    return string_slice(source->text + begin, end - begin);
}

/* The annotations that coop/kernel.clh makes of the variants' words: "coop:" instead of "coop_". */
static void read_variant(struct annotations *annotations, const char *spelling, size_t offset)
{
    for (size_t i = 0; i < VARIANT_COUNT; ++i) {
        if (string_begins(spelling, "coop:") &&
            strcmp(spelling + strlen("coop:"), variant_words[i] + strlen("coop_")) == 0) {
            struct mark *mark = LIST_ADD(&annotations->marks);

            mark->variant = (enum variant)i;
            mark->offset = offset;
        }
    }
}

static enum CXChildVisitResult visit_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct annotations *annotations = data;

    (void)parent;
    if (clang_isAttribute(clang_getCursorKind(cursor))) {
        size_t begin = begin_of(annotations->parser, annotations->source, cursor);
        char *spelling = keep(clang_getCursorSpelling(cursor));

        annotations->begin = begin < annotations->begin ? begin : annotations->begin;
        if (clang_getCursorKind(cursor) == CXCursor_AlignedAttr) {
            annotations->aligned = attribute_text(annotations->parser, annotations->source, cursor);
        }
        annotations->is_transmit |= strcmp(spelling, "coop:transmit") == 0;
        annotations->is_kernel |= strcmp(spelling, "coop:kernel") == 0;
        read_variant(annotations, spelling, begin);
    }
    return CXChildVisit_Continue;
}

void read_annotations(CXCursor cursor, struct annotations *annotations)
{
    clang_visitChildren(cursor, visit_annotation, annotations);
}
