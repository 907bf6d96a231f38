/* Reads structs that the host is to have, too. */
#include "coopc/parse/record.h"

#include <string.h>

#include "coopc/parse/cursor.h"
#include "coopc/parse/type.h"

/* What an argument is aligned to at most. */
enum { ALIGNMENT_MAX = 16 };

struct reading_of_record {
    struct record *record;
    bool has_header;
    bool is_plain;
};

/* An array's dimensions and element; of what is none, the type itself. */
static CXType take_dimensions(CXType type, struct text *dimensions)
{
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_ConstantArray) {
        text_printf(dimensions, "[%lld]", clang_getArraySize(type));
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    return type;
}

static bool is_plain(const struct record_member *member, long long offset, bool is_bit_field)
{
    bool is_number = (member->type.shape == SHAPE_SCALAR || member->type.shape == SHAPE_VECTOR) &&
                     member->type.c_name != NULL;

    return !is_bit_field && offset >= 0 && member->name[0] != '\0' &&
           strstr(member->dimensions, "[0]") == NULL && (is_number || member->record != NULL) &&
           !member->type.is_volatile && member->type.alignment <= ALIGNMENT_MAX &&
           (size_t)offset / 8 % member->type.alignment == 0;
}

static enum CXVisitorResult visit_member(CXCursor field, CXClientData data)
{
    struct reading_of_record *reading = data;
    struct record_member *member = LIST_ADD(&reading->record->members);
    struct text dimensions = {0};
    CXType type = take_dimensions(clang_getCursorType(field), &dimensions);
    long long offset = clang_Cursor_getOffsetOfField(field);

    member->name = keep(clang_getCursorSpelling(field));
    member->dimensions = dimensions.bytes == NULL ? "" : dimensions.bytes;
    member->offset = offset < 0 ? 0 : (size_t)offset / 8;
    parse_type(member->dimensions[0] == '\0' ? clang_getCursorType(field) : type, &member->type);
    if (member->type.shape == SHAPE_STRUCT) {
        member->record = read_record(type, member->name, reading->has_header);
    }
    reading->is_plain &= is_plain(member, offset, clang_Cursor_isBitField(field) != 0);
    return reading->is_plain ? CXVisit_Continue : CXVisit_Break;
}

/* A struct without a tag is called as its typedef. */
static bool read_name(CXType type, CXCursor declaration, struct record *record)
{
    const char *word = "struct ";

    record->spelling = keep(clang_getTypeSpelling(type));
    if (string_begins(record->spelling, word)) {
        record->tag = record->spelling + strlen(word);
    }
    return clang_getCursorKind(declaration) == CXCursor_StructDecl &&
           strpbrk(record_name(record), " (:<") == NULL;
}

/* Of coop's own structs, as a tensor's view, generated functions fill the bytes. */
const struct record *read_record(CXType type, const char *name, bool has_header)
{
    CXType canonical = clang_getCanonicalType(type);
    CXCursor declaration = clang_getTypeDeclaration(canonical);
    struct record *record = memory_allocate(sizeof *record);
    struct reading_of_record reading = {record, has_header, true};
    CXType bare = clang_getCursorType(declaration);

    if (canonical.kind != CXType_Record || !read_name(bare, declaration, record) ||
        string_begins(record_name(record), "coop_") ||
        (record->tag == NULL && strcmp(record->spelling, name) == 0)) {
        return NULL;
    }
    record->is_emitted = clang_Location_isFromMainFile(clang_getCursorLocation(declaration)) != 0;
    record->size = (size_t)clang_Type_getSizeOf(canonical);
    record->alignment = (size_t)clang_Type_getAlignOf(canonical);
    clang_Type_visitFields(canonical, visit_member, &reading);
    return reading.is_plain && record->members.count > 0 && record->alignment <= ALIGNMENT_MAX &&
                   (record->is_emitted || has_header)
               ? record
               : NULL;
}
