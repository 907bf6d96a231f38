/* Types as the generated code must spell them: address spaces in the user's words, private ones left out, and
 * no generic pointers. */
#include "coopc/parse/type.h"

#include <string.h>

#include "coopc/text/text.h"

/* Stands for the declared name while a declarator is put together. */
#define NAME_MARK "\001"

static const char *space_word(unsigned space)
{
    switch (space) {
    case SPACE_GLOBAL:
        return "global ";
    case SPACE_LOCAL:
        return "local ";
    case SPACE_CONSTANT:
        return "constant ";
    case SPACE_PRIVATE:
        return "private ";
    default:
        return "";
    }
}

/* The canonical atomic types as OpenCL C calls them. */
static const char *atomic_spelling(const char *spelling)
{
    static const char *const names[][2] = {
        {"_Atomic(int)", "atomic_int"},       {"_Atomic(unsigned int)", "atomic_uint"},
        {"_Atomic(uint)", "atomic_uint"},     {"_Atomic(long)", "atomic_long"},
        {"_Atomic(float)", "atomic_float"},   {"_Atomic(unsigned long)", "atomic_ulong"},
        {"_Atomic(double)", "atomic_double"}, {"_Atomic(ulong)", "atomic_ulong"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(spelling, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return spelling;
}

static const char *leaf_spelling(CXType type);

/* A canonical vector type as OpenCL C calls it: its lane in one word, and their number. */
static const char *vector_spelling(CXType type)
{
    const char *lane = leaf_spelling(clang_getCanonicalType(clang_getElementType(type)));

    return string_printf("%s%s%lld", string_begins(lane, "unsigned ") ? "u" : "",
                         string_begins(lane, "unsigned ") ? lane + strlen("unsigned ") : lane,
                         clang_getNumElements(type));
}

static const char *leaf_spelling(CXType type)
{
    static const char *const words[] = {"const ",   "volatile ",   "restrict ",  "__private ", "__global ",
                                        "__local ", "__constant ", "__generic ", "private ",   "global ",
                                        "local ",   "constant ",   "generic ",   NULL};
    CXString string;
    const char *at;
    const char *kept;

    if (type.kind == CXType_Unexposed || type.kind == CXType_Auto) {
        type = clang_getCanonicalType(type);
    }
    string = clang_getTypeSpelling(type);
    at = clang_getCString(string);
    if (strstr(at, "ext_vector_type") != NULL) {
        clang_disposeString(string);
        return vector_spelling(type);
    }
    for (size_t i = 0; words[i] != NULL; ++i) {
        if (string_begins(at, words[i])) {
            at += strlen(words[i]);
            i = (size_t)-1;
        }
    }
    kept = atomic_spelling(string_slice(at, strlen(at)));
    clang_disposeString(string);
    return kept;
}

/* `is_object` says that the qualifiers belong to the declared object itself, which loses them. */
static const char *qualifiers(CXType type, bool is_object)
{
    const char *is_volatile = clang_isVolatileQualifiedType(type) ? "volatile " : "";

    if (is_object) {
        return is_volatile;
    }
    return string_printf("%s%s%s", space_word(clang_getAddressSpace(type)),
                         clang_isConstQualifiedType(type) ? "const " : "", is_volatile);
}

static const char *declarator(CXType type, const char *inner, bool is_object)
{
    CXType below;

    if (type.kind == CXType_Unexposed || type.kind == CXType_Auto) {
        type = clang_getCanonicalType(type);
    }
    switch (type.kind) {
    case CXType_Pointer:
        below = clang_getPointeeType(type);
        if (below.kind == CXType_Unexposed) {
            below = clang_getCanonicalType(below);
        }
        inner = string_printf("*%s%s", qualifiers(type, is_object), inner);
        if (below.kind == CXType_ConstantArray || below.kind == CXType_IncompleteArray) {
            inner = string_printf("(%s)", inner);
        }
        return declarator(below, inner, false);
    case CXType_ConstantArray:
        inner = string_printf("%s[%lld]", inner, clang_getArraySize(type));
        return declarator(clang_getArrayElementType(type), inner, is_object);
    case CXType_IncompleteArray:
        return declarator(clang_getArrayElementType(type), string_printf("%s[]", inner), is_object);
    default:
        return string_printf("%s%s%s%s", qualifiers(type, is_object), leaf_spelling(type),
                             inner[0] == '\0' ? "" : " ", inner);
    }
}

static void split(const char *declaration, struct declarator *into)
{
    const char *mark = strstr(declaration, NAME_MARK);

    into->prefix = string_slice(declaration, (size_t)(mark - declaration));
    into->suffix = mark + 1;
}

static const char *scalar_name(CXType type)
{
    long long size = clang_Type_getSizeOf(type);

    switch (type.kind) {
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar:
        return "uint8_t";
    case CXType_Char_S:
    case CXType_SChar:
        return "int8_t";
    case CXType_UShort:
    case CXType_Half:
        return "uint16_t";
    case CXType_Short:
        return "int16_t";
    case CXType_UInt:
        return "uint32_t";
    case CXType_Int:
    case CXType_Enum:
        return "int32_t";
    case CXType_ULong:
    case CXType_ULongLong:
        return size == 8 ? "uint64_t" : "uint32_t";
    case CXType_Long:
    case CXType_LongLong:
        return size == 8 ? "int64_t" : "int32_t";
    case CXType_Float:
        return "float";
    case CXType_Double:
        return "double";
    default:
        return NULL;
    }
}

static void look_for_pointers(CXType type, struct type *into);

static enum CXVisitorResult visit_field(CXCursor field, CXClientData into)
{
    look_for_pointers(clang_getCursorType(field), into);
    return CXVisit_Continue;
}

static void look_for_pointers(CXType type, struct type *into)
{
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Pointer) {
        unsigned space = clang_getAddressSpace(clang_getPointeeType(type));

        into->holds_pointer = true;
        into->holds_local_pointer |= space == SPACE_LOCAL;
        into->holds_private_pointer |=
            space == SPACE_PRIVATE || space == SPACE_GENERIC || space == SPACE_NONE;
    } else if (type.kind == CXType_ConstantArray) {
        look_for_pointers(clang_getArrayElementType(type), into);
    } else if (type.kind == CXType_Record) {
        clang_Type_visitFields(type, visit_field, into);
    }
}

/* Of a pointer to memory that others see: what lies there. */
static void look_behind(CXType pointee, struct type *into)
{
    struct type behind = {.holds_private_pointer = false};

    look_for_pointers(pointee, &behind);
    into->leads_to_private_pointer =
        (into->pointee == SPACE_LOCAL || into->pointee == SPACE_GLOBAL) && behind.holds_private_pointer;
}

/* `[coop_i / 3][coop_i % 3]`: the subscripts of element number coop_i of an int[2][3]. */
static const char *subscripts(CXType type)
{
    struct text text = {0};
    long long stride = 1;

    for (CXType at = type; at.kind == CXType_ConstantArray;) {
        stride *= clang_getArraySize(at);
        at = clang_getCanonicalType(clang_getArrayElementType(at));
    }
    for (bool is_first = true; type.kind == CXType_ConstantArray; is_first = false) {
        long long size = clang_getArraySize(type);

        stride /= size > 0 ? size : 1;
        text_printf(&text, "[coop_i / %lld", stride);
        text_puts(&text, is_first ? "]" : string_printf(" %% %lld]", size));
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    return text.bytes;
}

/* A pointer to an element of an array. The array's qualifiers are those of what it holds: scalars, structs or
 * pointers. */
static const char *element_declarator(CXType element, const char *name, const char *qualified)
{
    const char *inner = string_printf(element.kind == CXType_ConstantArray ? "(*%s)" : "*%s", name);

    for (; element.kind == CXType_ConstantArray;
         element = clang_getCanonicalType(clang_getArrayElementType(element))) {
        inner = string_printf("%s[%lld]", inner, clang_getArraySize(element));
    }
    return element.kind == CXType_Pointer
               ? declarator(element, string_printf("%s%s", qualified, inner), true)
               : string_printf("%s%s", qualified, declarator(element, inner, true));
}

static void read_array(CXType type, struct type *into)
{
    CXType element = type;
    const char *qualified =
        string_printf("%s%s", space_word(into->space), into->is_volatile ? "volatile " : "");

    into->element_count = 1;
    while (element.kind == CXType_ConstantArray) {
        into->element_count *= (size_t)clang_getArraySize(element);
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    }
    into->subscripts = subscripts(type);
    element = clang_getCanonicalType(clang_getArrayElementType(type));
    split(element_declarator(element, NAME_MARK, qualified), &into->element);
}

static enum shape shape_of(CXType type)
{
    switch (type.kind) {
    case CXType_Pointer:
        return SHAPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
        return SHAPE_ARRAY;
    case CXType_Record:
        return SHAPE_STRUCT;
    case CXType_ExtVector:
    case CXType_Vector:
        return SHAPE_VECTOR;
    case CXType_BlockPointer:
    case CXType_VariableArray:
        return SHAPE_OPAQUE;
    case CXType_Unexposed: /* the one of OpenCL's own types that libclang has no kind for */
        return strcmp(leaf_spelling(type), "clk_event_t") == 0 ? SHAPE_OPAQUE : SHAPE_SCALAR;
    default:
        break;
    }
    return type.kind >= CXType_Pipe && type.kind < CXType_ExtVector ? SHAPE_OPAQUE : SHAPE_SCALAR;
}

/* An atomic type is what it holds; half, for which C has no type, keeps its name. */
static struct content content_of(CXType type)
{
    struct content content = {.lanes = 1};
    long long size;

    type = clang_getCanonicalType(type);
    size = clang_Type_getSizeOf(type);
    content.size = size > 0 && type.kind != CXType_Void ? (size_t)size : 0;
    if (type.kind == CXType_ExtVector || type.kind == CXType_Vector) {
        content.lanes = (size_t)clang_getNumElements(type);
        type = clang_getCanonicalType(clang_getElementType(type));
    } else if (type.kind == CXType_Atomic) {
        type = clang_getCanonicalType(clang_Type_getValueType(type));
    }
    content.c_name = type.kind == CXType_Half ? "half" : scalar_name(type);
    return content;
}

void parse_type(CXType from, struct type *type)
{
    CXType canonical = clang_getCanonicalType(from);
    long long size = clang_Type_getSizeOf(canonical);
    long long alignment = clang_Type_getAlignOf(canonical);

    type->shape = shape_of(canonical);
    type->space = (enum space)clang_getAddressSpace(canonical);
    type->size = size > 0 ? (size_t)size : 0;
    type->alignment = alignment > 0 ? (size_t)alignment : 1;
    type->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    type->spelling = declarator(from, "", true);
    split(declarator(from, NAME_MARK, true), &type->object);
    look_for_pointers(canonical, type);
    type->content = content_of(canonical);
    if (type->shape == SHAPE_POINTER) {
        type->content = content_of(clang_getPointeeType(canonical));
        type->pointee = (enum space)clang_getAddressSpace(clang_getPointeeType(canonical));
        look_behind(clang_getPointeeType(canonical), type);
    } else if (canonical.kind == CXType_ConstantArray) {
        read_array(canonical, type);
    } else if (type->shape == SHAPE_VECTOR) {
        type->lanes = (size_t)clang_getNumElements(canonical);
        type->lane = leaf_spelling(clang_getCanonicalType(clang_getElementType(canonical)));
        type->c_name = scalar_name(clang_getCanonicalType(clang_getElementType(canonical)));
    } else {
        type->c_name = scalar_name(canonical);
    }
}

/* libclang gives the array as it was written; its qualifiers are those of its elements. */
void parse_parameter_type(CXType from, struct type *type)
{
    CXType array = clang_getCanonicalType(from);
    const char *qualified = qualifiers(array, false);
    CXType element;

    if (array.kind != CXType_ConstantArray && array.kind != CXType_IncompleteArray) {
        parse_type(from, type);
        return;
    }
    element = clang_getCanonicalType(clang_getArrayElementType(array));
    type->shape = SHAPE_POINTER;
    type->space = SPACE_PRIVATE;
    type->pointee = (enum space)clang_getAddressSpace(array);
    type->size = 8;
    type->alignment = 8;
    type->content = content_of(element);
    type->spelling = element_declarator(element, "", qualified);
    split(element_declarator(element, NAME_MARK, qualified), &type->object);
    look_behind(element, type);
    type->holds_pointer = true;
    type->holds_local_pointer = type->pointee == SPACE_LOCAL;
    type->holds_private_pointer =
        type->pointee == SPACE_PRIVATE || type->pointee == SPACE_GENERIC || type->pointee == SPACE_NONE;
}
