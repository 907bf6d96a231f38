/* The compiler's tree becomes the model: files, directives, names, diagnostics. Only
 * parse/ names libclang. */
#include "coopc/parse/parse.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/parse/body.h"
#include "coopc/parse/cursor.h"
#include "coopc/parse/messages.h"
#include "coopc/text/spelling.h"

/* Compilers read text up to the first byte 0, or leave it out. */
static void refuse_nul(const struct source *source)
{
    const char *nul = memchr(source->text, '\0', source->length);

    if (nul != NULL) {
        diag_error(ERROR_NUL_BYTE, source, (size_t)(nul - source->text),
                   "save the file as plain text (ASCII or UTF-8).", "the source contains a byte 0");
    }
}

/* Editors on Windows put a byte order mark in front; no compiler reads one anywhere else. */
static void blank_byte_order_mark(struct source *source)
{
    static const char mark[] = "\xef\xbb\xbf";

    if (string_begins(source->text, mark)) {
        memset(source->text, ' ', strlen(mark));
    }
}

/* Device compilers differ in whether they read trigraphs. */
static void read_tokens(struct source *source, char *original)
{
    struct tokens spelled = {.list = {NULL, 0, 0}};
    size_t trigraph;

    lex(&spelled, source->text, 0, source->length);
    trigraph = spelling_find_trigraph(&spelled, source->length);
    if (trigraph < source->length) {
        diag_error(ERROR_TRIGRAPH, source, trigraph, "write the character itself.",
                   "a trigraph, three characters that stand for one");
    }
    spelling_replace_digraphs(original, &spelled);
    spelling_replace_digraphs(source->text, &spelled);
    lex(&source->tokens, source->text, 0, source->length);
}

/* What is written out in part, or what the file has. */
static bool read_text(const struct parser *parser, struct source *source)
{
    for (size_t i = 0; i < parser->files_given->list.count; ++i) {
        const struct unfolded *file = &parser->files_given->list.items[i];

        if (strcmp(file->path, source->path) == 0) {
            source->text = string_slice(file->text, file->length);
            source->length = file->length;
            source->written = file->written;
            source->written_length = file->written_length;
            source->unfoldings = file->parts;
            return true;
        }
    }
    source->text = file_read(source->path, &source->length);
    source->written_length = source->length;
    return source->text != NULL;
}

static struct source *source_add(struct parser *parser, CXFile file, const char *path)
{
    struct source *source = memory_allocate(sizeof *source);
    char *identity = realpath(path, NULL);
    char *original;
    struct source **slot;

    source->path = path;
    source->identity = identity == NULL ? path : string_slice(identity, strlen(identity));
    free(identity);
    if (!read_text(parser, source)) {
        return NULL;
    }
    source->extent = source->length;
    source->expansions = expansions_create();
    original = string_slice(source->text, source->length);
    source->original = original;
    source->written = source->unfoldings.count > 0 ? source->written : original;
    source_find_lines(source);
    blank_byte_order_mark(source);
    refuse_nul(source);
    source->is_guarded = file != NULL && clang_isFileMultipleIncludeGuarded(parser->tu, file) != 0;
    read_tokens(source, original);
    slot = LIST_ADD(&parser->unit->sources);
    *slot = source;
    *LIST_ADD(&parser->files) = file;
    return source;
}

static struct source *find_file(const struct parser *parser, CXFile file)
{
    for (size_t i = 0; i < parser->files.count; ++i) {
        if (clang_File_isEqual(parser->files.items[i], file)) {
            return parser->unit->sources.items[i];
        }
    }
    return NULL;
}

static bool is_words_path(const char *path)
{
    static const char *const words[] = {"coop/kernel.clh", "coop/workqueue.clh", "coop/shared/task.h", NULL};
    size_t length = strlen(path);

    for (size_t i = 0; words[i] != NULL; ++i) {
        if (length >= strlen(words[i]) && strcmp(path + length - strlen(words[i]), words[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void read_inclusion(struct parser *parser, struct source *source, CXCursor cursor, size_t offset)
{
    CXFile file = clang_getIncludedFile(cursor);
    struct source *included = NULL;
    struct inclusion *inclusion;
    size_t token = token_at(&source->tokens, offset);

    if (file != NULL) {
        included = find_file(parser, file);
        if (included == NULL) {
            char *path = keep(clang_getFileName(file));

            included = source_add(parser, file, path);
            if (included != NULL) {
                included->is_words = is_words_path(path);
            }
        }
    }
    inclusion = LIST_ADD(&source->inclusions);
    inclusion->begin = offset;
    inclusion->end = end_of(parser, source, cursor);
    if (token < source->tokens.list.count && source->tokens.list.items[token].begin == offset) {
        inclusion->end = source->tokens.list.items[token].end;
    }
    inclusion->source = included;
}

static void name_add(struct parser *parser, enum name_kind kind, CXCursor cursor)
{
    size_t offset;
    struct source *source = locate(parser, clang_getCursorLocation(cursor), &offset);
    struct name *name;
    CXType type = clang_getCursorType(cursor);

    if (source == NULL || source->is_words) {
        return;
    }
    name = LIST_ADD(&parser->unit->names);
    name->kind = kind;
    name->name = keep(clang_getCursorSpelling(cursor));
    name->source = source;
    name->offset = offset;
    name->space = type.kind == CXType_Invalid ? SPACE_NONE : (enum space)clang_getAddressSpace(type);
}

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl) {
        name_add(data, NAME_ENUMERATOR, cursor);
    }
    return CXChildVisit_Continue;
}

static void read_expansion(struct parser *parser, struct source *source, CXCursor cursor, size_t offset)
{
    struct expansion expansion = {.range = {offset, end_of(parser, source, cursor)},
                                  .known = parser->unit->names.count};
    CXCursor definition = clang_getCursorReferenced(cursor);

    expansion.source = locate(parser, clang_getCursorLocation(definition), &expansion.offset);
    expansions_add(source->expansions, &expansion);
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct parser *parser = data;
    size_t offset;
    struct source *source = locate(parser, clang_getCursorLocation(cursor), &offset);

    (void)parent;
    if (source == NULL || source->is_words) {
        return CXChildVisit_Continue;
    }
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_InclusionDirective:
        read_inclusion(parser, source, cursor, offset);
        break;
    case CXCursor_MacroExpansion:
        read_expansion(parser, source, cursor, offset);
        break;
    case CXCursor_MacroDefinition:
        name_add(parser, NAME_MACRO, cursor);
        break;
    case CXCursor_FunctionDecl:
        if (!parser->has_errors) {
            read_function(parser, source, cursor, offset);
        }
        name_add(parser, NAME_FUNCTION, cursor);
        break;
    case CXCursor_VarDecl:
        name_add(parser, NAME_VARIABLE, cursor);
        break;
    case CXCursor_EnumDecl:
        clang_visitChildren(cursor, visit_enumerator, parser);
        name_add(parser, NAME_TYPE, cursor);
        break;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        name_add(parser, NAME_TYPE, cursor);
        break;
    case CXCursor_TypedefDecl:
        name_add(parser, NAME_TYPEDEF, cursor);
        break;
    default:
        break;
    }
    return CXChildVisit_Continue;
}

static void read_skipped(struct parser *parser)
{
    for (size_t i = 0; i < parser->files.count; ++i) {
        CXSourceRangeList *ranges = clang_getSkippedRanges(parser->tu, parser->files.items[i]);

        for (unsigned j = 0; ranges != NULL && j < ranges->count; ++j) {
            struct range *range = LIST_ADD(&parser->unit->sources.items[i]->skipped);

            range->begin =
                place_in(parser, parser->unit->sources.items[i], clang_getRangeStart(ranges->ranges[j]));
            range->end =
                place_in(parser, parser->unit->sources.items[i], clang_getRangeEnd(ranges->ranges[j]));
        }
        if (ranges != NULL) {
            clang_disposeSourceRangeList(ranges);
        }
    }
}

/* Text that the preprocessor skips need not be made of C's tokens. */
static void drop_skipped_tokens(struct source *source)
{
    struct tokens all = source->tokens;

    memset(&source->tokens.list, 0, sizeof source->tokens.list);
    for (size_t i = 0; i < all.list.count; ++i) {
        const struct token *token = &all.list.items[i];
        bool is_skipped = false;

        for (size_t j = 0; j < source->skipped.count && token->kind != TOKEN_DIRECTIVE; ++j) {
            is_skipped |=
                token->begin > source->skipped.items[j].begin && token->begin < source->skipped.items[j].end;
        }
        if (!is_skipped) {
            *LIST_ADD(&source->tokens.list) = *token;
        }
    }
}

static void read_unit(struct parser *parser, const char *path)
{
    CXFile file = clang_getFile(parser->tu, path);

    parser->unit->main = file == NULL ? NULL : source_add(parser, file, path);
    if (parser->unit->main == NULL) {
        return;
    }
    parser->unit->main->is_main = true;
    parser->has_errors = messages_hold_error(parser->tu);
    clang_visitChildren(clang_getTranslationUnitCursor(parser->tu), visit_top, parser);
    read_skipped(parser);
    for (size_t i = 0; i < parser->unit->sources.count; ++i) {
        drop_skipped_tokens(parser->unit->sources.items[i]);
    }
    read_messages(parser);
}

/* For the compiler: what it finds there instead of the files' text. */
static struct CXUnsavedFile *list_unsaved(const struct unfolded_files *files)
{
    struct CXUnsavedFile *unsaved = memory_allocate((files->list.count + 1) * sizeof *unsaved);

    for (size_t i = 0; i < files->list.count; ++i) {
        unsaved[i].Filename = files->list.items[i].path;
        unsaved[i].Contents = files->list.items[i].text;
        unsaved[i].Length = files->list.items[i].length;
    }
    return unsaved;
}

struct unit *parse_unit(const char *path, const struct parse_arguments *arguments,
                        const struct unfolded_files *files)
{
    struct parser parser = {.unit = memory_allocate(sizeof *parser.unit), .files_given = files};
    CXIndex index = clang_createIndex(0, 0);
    enum CXErrorCode code = clang_parseTranslationUnit2(
        index, path, arguments->list.items, (int)arguments->list.count, list_unsaved(files),
        (unsigned)files->list.count, CXTranslationUnit_DetailedPreprocessingRecord, &parser.tu);

    if (code == CXError_Success) {
        read_unit(&parser, path);
        clang_disposeTranslationUnit(parser.tu);
    } else {
        parser.unit->main = source_add(&parser, NULL, path);
    }
    if (code != CXError_Success && parser.unit->main != NULL) {
        diag_error(ERROR_COMPILER_CRASH, parser.unit->main, 0,
                   "look for something that is nested very deeply, or leave parts out.",
                   "the compiler that reads the source has crashed on this file");
    }
    clang_disposeIndex(index);
    return parser.unit->main == NULL ? NULL : parser.unit;
}
