/* What an expression does to a variable that it names, and to the memory that a pointer variable leads to:
 * found by climbing from the name to the expression that reads, assigns or passes on what it stands for.
 *
 * An object has a type in an address space; the compiler turns it into a value, whose type is in none, by a
 * conversion that is an expression without a cursor kind of its own. */
#include "coopc/parse/access.h"

#include <string.h>

static CXType type_of(CXCursor cursor)
{
    return clang_getCanonicalType(clang_getCursorType(cursor));
}

static bool is_pointer(CXCursor cursor)
{
    return type_of(cursor).kind == CXType_Pointer;
}

static bool is_object(CXCursor cursor)
{
    CXType type = clang_getCursorType(cursor);

    return type.kind != CXType_Invalid && clang_getAddressSpace(type) != SPACE_NONE;
}

bool is_address_of(CXCursor operator, CXCursor operand)
{
    CXType type = type_of(operator);

    return type.kind == CXType_Pointer &&
           clang_equalTypes(clang_getCanonicalType(clang_getPointeeType(type)), type_of(operand)) != 0;
}

/* What happens to the object that *at stands for. *at becomes the value that is read, or the address. */
static enum access climb_object(const struct frame **at)
{
    enum access assigned = ACCESS_WRITE;

    for (; (*at)->up != NULL; *at = (*at)->up) {
        const struct frame *up = (*at)->up;

        switch (clang_getCursorKind(up->cursor)) {
        case CXCursor_ParenExpr:
            break;
        case CXCursor_MemberRefExpr:
        case CXCursor_ArraySubscriptExpr:
            assigned = ACCESS_PART;
            break;
        case CXCursor_UnexposedExpr:
            if (is_array((*at)->cursor)) {
                if (up->up == NULL || clang_getCursorKind(up->up->cursor) != CXCursor_ArraySubscriptExpr) {
                    *at = up;
                    return ACCESS_ADDRESS;
                }
            } else if (!is_object(up->cursor)) {
                *at = up;
                return ACCESS_READ;
            }
            assigned = ACCESS_PART; /* a vector's lanes */
            break;
        case CXCursor_BinaryOperator: /* its operands are values, but for the target of an assignment */
            return assigned;
        case CXCursor_UnaryOperator:
            if (!is_address_of(up->cursor, (*at)->cursor)) {
                return ACCESS_UPDATE;
            }
            *at = up;
            return ACCESS_ADDRESS;
        case CXCursor_CompoundAssignOperator:
            return ACCESS_UPDATE;
        default:
            return ACCESS_READ;
        }
    }
    return ACCESS_READ;
}

static enum access access_of_call(const struct frame *call)
{
    char *name = keep(clang_getCursorSpelling(call->cursor));

    if (string_begins(name, "atomic_load") || string_begins(name, "vload")) {
        return ACCESS_READ;
    }
    if (string_begins(name, "atomic_") || string_begins(name, "atom_") || string_begins(name, "vstore")) {
        return ACCESS_WRITE;
    }
    return string_begins(name, "prefetch") ? ACCESS_NONE : ACCESS_ADDRESS;
}

/* What happens to the memory behind the pointer that `at` is the value of. */
static enum access climb_pointer(const struct frame *at)
{
    for (; at->up != NULL; at = at->up) {
        const struct frame *up = at->up;
        enum access access;

        switch (clang_getCursorKind(up->cursor)) {
        case CXCursor_CallExpr:
            return access_of_call(up);
        case CXCursor_ParenExpr:
        case CXCursor_CStyleCastExpr:
        case CXCursor_UnexposedExpr:
        case CXCursor_BinaryOperator:
        case CXCursor_ConditionalOperator:
            if (!is_pointer(up->cursor)) {
                return ACCESS_NONE;
            }
            break;
        case CXCursor_MemberRefExpr:
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_UnaryOperator:
            if (!is_object(up->cursor) && !is_array(up->cursor)) {
                return ACCESS_NONE;
            }
            at = up;
            access = climb_object(&at);
            if (access != ACCESS_ADDRESS) {
                return access == ACCESS_READ || access == ACCESS_UPDATE ? access : ACCESS_WRITE;
            }
            break;
        default:
            return ACCESS_NONE;
        }
    }
    return ACCESS_NONE;
}

/* What the part that is assigned lies in. */
static void read_part(const struct frame *at, struct reference *reference)
{
    for (; at->up != NULL && clang_getCursorKind(at->up->cursor) != CXCursor_BinaryOperator; at = at->up) {
        CXType type = type_of(at->cursor);

        reference->is_lane |= type.kind == CXType_ExtVector || type.kind == CXType_Vector;
        reference->is_in_union |= type.kind == CXType_Record &&
                                  clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl;
    }
}

/* Whether a member is taken of the object, of an element, or of what the pointer leads to. */
static bool is_member(const struct frame *at)
{
    for (; at->up != NULL; at = at->up) {
        bool is_base = is_pointer(at->cursor) || is_array(at->cursor);

        switch (clang_getCursorKind(at->up->cursor)) {
        case CXCursor_MemberRefExpr:
            return true;
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr:
            break;
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_UnaryOperator:
            if (!is_base) {
                return false;
            }
            break;
        default:
            return false;
        }
    }
    return false;
}

void read_access(const struct frame *frame, struct reference *reference)
{
    const struct frame *at = frame;

    if (reference->is_sizeof) {
        return;
    }
    reference->is_member = is_member(frame);
    reference->access = climb_object(&at);
    if (reference->access == ACCESS_PART) {
        read_part(frame, reference);
    }
    if (reference->access == ACCESS_READ && is_pointer(frame->cursor)) {
        reference->memory = climb_pointer(at);
    }
}

bool is_address_taken(const struct frame *frame)
{
    return climb_object(&frame) == ACCESS_ADDRESS;
}
