/* The structs that coop_elements marks: the mark is a typedef of the struct, coop_elements_of_NAME. */
#include "coopc/parse/element.h"

#include <string.h>

#include "coopc/parse/type.h"

#define MARK "coop_elements_of_"

struct reading_of_element {
    struct parser *parser;
    struct cell_element *element;
};

/* What the type is a name of; itself: it is none. */
static CXType named_type(CXType type)
{
    return type.kind == CXType_Elaborated ? clang_Type_getNamedType(type)
           : type.kind == CXType_Typedef  ? clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(type))
                                          : type;
}

/* Types whose size is the device's. */
static bool differs_by_device(CXType type)
{
    static const char *const words[] = {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t", NULL};

    while (!string_is_one_of(keep(clang_getTypeSpelling(type)), words)) {
        if (type.kind != CXType_Elaborated && type.kind != CXType_Typedef) {
            return false;
        }
        type = named_type(type);
    }
    return true;
}

static enum member_fault fault_of_item(CXType canonical)
{
    switch (canonical.kind) {
    case CXType_Pointer:
        return MEMBER_IS_POINTER;
    case CXType_Record:
        return clang_getCursorKind(clang_getTypeDeclaration(canonical)) == CXCursor_UnionDecl
                   ? MEMBER_IS_UNION
                   : MEMBER_IS_STRUCT;
    case CXType_IncompleteArray:
        return MEMBER_IS_FLEXIBLE_ARRAY;
    case CXType_ConstantArray:
        return MEMBER_IS_ARRAY_OF_ARRAYS;
    case CXType_Bool:
        return MEMBER_IS_BOOL;
    case CXType_Enum:
        return MEMBER_IS_RIGHT;
    default:
        return MEMBER_IS_OTHER;
    }
}

static void read_item(CXType written, struct element_member *member)
{
    static const char *const lanes[] = {"char", "uchar", "short", "ushort", "int",    "uint",
                                        "long", "ulong", "half",  "float",  "double", NULL};
    CXType canonical = clang_getCanonicalType(written);
    struct type type = {.size = 0};
    char *lane;

    member->fault = clang_isConstQualifiedType(canonical) || clang_isVolatileQualifiedType(canonical)
                        ? MEMBER_IS_QUALIFIED
                    : differs_by_device(written) ? MEMBER_DIFFERS_BY_DEVICE
                                                 : fault_of_item(canonical);
    if (member->fault != MEMBER_IS_OTHER && canonical.kind != CXType_Enum) {
        return;
    }
    parse_type(canonical, &type);
    member->item_bytes = type.size;
    member->alignment = type.alignment;
    if (canonical.kind == CXType_Enum && type.size != sizeof(int)) {
        member->fault = MEMBER_IS_NO_INT;
    }
    member->type = canonical.kind == CXType_Enum ? "int" : type.spelling;
    if (string_begins(member->type, "unsigned ")) {
        member->type = string_printf("u%s", member->type + strlen("unsigned "));
    } else if (strcmp(member->type, "signed char") == 0) {
        member->type = "char"; /* which is signed in OpenCL C */
    }
    lane = string_slice(member->type, strcspn(member->type, "0123456789"));
    member->has_double = strcmp(lane, "double") == 0;
    member->has_half = strcmp(lane, "half") == 0;
    if ((type.shape == SHAPE_SCALAR || type.shape == SHAPE_VECTOR) && string_is_one_of(lane, lanes) &&
        member->fault == MEMBER_IS_OTHER) {
        member->fault = MEMBER_IS_RIGHT;
    }
}

static enum CXVisitorResult visit_member(CXCursor field, CXClientData data)
{
    struct reading_of_element *reading = data;
    struct element_member *member = LIST_ADD(&reading->element->members);
    CXType type = clang_getCursorType(field);
    long long offset = clang_Cursor_getOffsetOfField(field);

    member->name = keep(clang_getCursorSpelling(field));
    member->source = locate(reading->parser, clang_getCursorLocation(field), &member->place);
    member->source = member->source == NULL ? reading->element->source : member->source;
    member->items = 1;
    member->offset = offset < 0 ? 0 : (size_t)offset / 8;
    if (clang_Cursor_isBitField(field)) {
        member->fault = MEMBER_IS_BIT_FIELD;
        return CXVisit_Continue;
    }
    if (clang_getCanonicalType(type).kind == CXType_ConstantArray) {
        while (type.kind != CXType_ConstantArray) {
            type = named_type(type);
        }
        member->is_array = true;
        member->items = (size_t)clang_getArraySize(type);
        type = clang_getArrayElementType(type);
    }
    read_item(type, member);
    if (member->is_array && member->items == 0) {
        member->fault = MEMBER_IS_FLEXIBLE_ARRAY;
    }
    return CXVisit_Continue;
}

/* In each cell of an array, since cells lie one behind the other in COOP_AOS. */
static void check_place(const struct cell_element *element, struct element_member *member)
{
    if (member->fault == MEMBER_IS_RIGHT && member->alignment > 0 &&
        (member->offset % member->alignment != 0 || element->bytes % member->alignment != 0)) {
        member->fault = MEMBER_IS_MISPLACED;
    }
}

void read_element(struct parser *parser, CXCursor cursor)
{
    char *mark = keep(clang_getCursorSpelling(cursor));
    CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(cursor));
    CXCursor declaration = clang_getTypeDeclaration(type);
    struct reading_of_element reading = {.parser = parser};
    size_t place = 0;
    struct source *source;

    if (!string_begins(mark, MARK)) {
        return;
    }
    source = locate(parser, clang_getCursorLocation(cursor), &place);
    reading.element = LIST_ADD(&parser->unit->elements);
    reading.element->name = mark + strlen(MARK);
    reading.element->source = source;
    reading.element->place = place;
    reading.element->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    reading.element->is_incomplete = clang_Type_getSizeOf(type) < 0;
    if (reading.element->is_incomplete || source == NULL) {
        return;
    }
    source = locate(parser, clang_getCursorLocation(declaration), &place);
    reading.element->source = source == NULL ? reading.element->source : source;
    reading.element->place = source == NULL ? reading.element->place : place;
    reading.element->bytes = (size_t)clang_Type_getSizeOf(type);
    reading.element->alignment = (size_t)clang_Type_getAlignOf(type);
    clang_Type_visitFields(type, visit_member, &reading);
    for (size_t i = 0; i < reading.element->members.count; ++i) {
        check_place(reading.element, &reading.element->members.items[i]);
        reading.element->has_double |= reading.element->members.items[i].has_double;
        reading.element->has_half |= reading.element->members.items[i].has_half;
    }
}
