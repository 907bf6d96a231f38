/* Accesses through pointer variables to global and constant memory, found by climbing from the variable's
 * name; and what such variables are set to, found by going down from an assignment. The conversions between
 * objects and values are expressions without a cursor kind of their own (access.c). */
#include "coopc/parse/pointer.h"

#include <string.h>

static CXType type_of(CXCursor cursor)
{
    return clang_getCanonicalType(clang_getCursorType(cursor));
}

/* A pointer to global or constant memory, or to one that it is converted to, or an object that is one. */
static bool is_outside(CXCursor cursor)
{
    CXType type = type_of(cursor);
    unsigned space = type.kind == CXType_Pointer ? clang_getAddressSpace(clang_getPointeeType(type)) : 0;

    return space == SPACE_GLOBAL || space == SPACE_CONSTANT || space == SPACE_GENERIC;
}

/* Whether what the pointer leads to has the object's type. */
static bool leads_to(CXCursor pointer, CXCursor object)
{
    CXType type = type_of(pointer);

    return type.kind == CXType_Pointer &&
           clang_equalTypes(clang_getCanonicalType(clang_getPointeeType(type)), type_of(object)) != 0;
}

/* The expressions that an expression is made of. */
struct parts {
    CXCursor items[4];
    size_t count; /* more than there is room for, perhaps */
};

static enum CXChildVisitResult add_part(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct parts *parts = data;

    (void)parent;
    if (clang_isExpression(clang_getCursorKind(cursor))) {
        if (parts->count < sizeof parts->items / sizeof parts->items[0]) {
            parts->items[parts->count] = cursor;
        }
        ++parts->count;
    }
    return CXChildVisit_Continue;
}

static struct parts parts_of(CXCursor cursor)
{
    struct parts parts = {.count = 0};

    clang_visitChildren(cursor, add_part, &parts);
    return parts;
}

/* Whether an expression of two parts, one of them a pointer, is a sum or a difference: all others with a
 * pointer for a value have two pointers. */
static bool is_sum(const struct parts *parts)
{
    return parts->count == 2 && is_outside(parts->items[0]) != is_outside(parts->items[1]);
}

/* The way up from a variable's name. */
struct climb {
    const struct frame *at;
    bool is_moved;
    size_t subscripts; /* and members, of the object */
    bool has_more;     /* than conversions, subscripts and members */
};

/* From the object that climb->at is to the largest one that is a part of it, by members and subscripts of
 * arrays. True when the object is read or written; false with climb->at at the pointer that is made of it,
 * or with NULL. */
static bool climb_object(struct climb *climb)
{
    for (;;) {
        const struct frame *object = climb->at;
        const struct frame *up = climb->at->up;
        enum CXCursorKind kind;

        while (up != NULL && clang_getCursorKind(up->cursor) == CXCursor_ParenExpr) {
            climb->at = up;
            up = up->up;
        }
        kind = up == NULL ? CXCursor_InvalidCode : clang_getCursorKind(up->cursor);
        if (kind == CXCursor_MemberRefExpr) {
            climb->has_more |= climb->at != object;
            ++climb->subscripts;
            climb->at = up;
        } else if (kind == CXCursor_UnexposedExpr && is_array(climb->at->cursor)) {
            if (up->up == NULL || clang_getCursorKind(up->up->cursor) != CXCursor_ArraySubscriptExpr) {
                climb->at = up;
                return false;
            }
            climb->at = up->up;
            ++climb->subscripts;
        } else if (kind == CXCursor_UnaryOperator && is_outside(up->cursor) &&
                   leads_to(up->cursor, climb->at->cursor)) {
            climb->at = up;
            return false;
        } else {
            climb->at = object;
            return !is_array(object->cursor);
        }
    }
}

static bool is_atomic_function(const struct frame *call)
{
    char *name = keep(clang_getCursorSpelling(call->cursor));
    CXCursor callee = clang_getCursorReferenced(call->cursor);

    return (string_begins(name, "atomic_") || string_begins(name, "atom_")) &&
           find_function(call->body->parser, clang_getCanonicalCursor(callee)) == NULL;
}

static bool is_first_argument(const struct frame *call, const struct frame *argument)
{
    return clang_Cursor_getNumArguments(call->cursor) > 0 &&
           clang_equalCursors(clang_Cursor_getArgument(call->cursor, 0), argument->cursor) != 0;
}

enum found { FOUND_NOTHING, FOUND_OBJECT, FOUND_ADDRESS };

/* From the pointer that climb->at is to the object that is read or written through it. */
static enum found climb_pointer(struct climb *climb)
{
    while (climb->at->up != NULL && is_outside(climb->at->cursor)) {
        const struct frame *up = climb->at->up;
        struct parts parts;
        bool is_deref = false;

        switch (clang_getCursorKind(up->cursor)) {
        case CXCursor_ParenExpr:
        case CXCursor_CStyleCastExpr:
        case CXCursor_UnexposedExpr:
            break;
        case CXCursor_CompoundAssignOperator:
            climb->is_moved = true;
            break;
        case CXCursor_BinaryOperator:
            parts = parts_of(up->cursor);
            if (!is_sum(&parts)) {
                return FOUND_NOTHING;
            }
            break;
        case CXCursor_UnaryOperator:
            is_deref = leads_to(climb->at->cursor, up->cursor);
            climb->is_moved |= !is_deref;
            if (leads_to(up->cursor, climb->at->cursor)) { /* the address of the pointer */
                return FOUND_NOTHING;
            }
            break;
        case CXCursor_ArraySubscriptExpr:
        case CXCursor_MemberRefExpr:
            is_deref = true;
            ++climb->subscripts;
            break;
        case CXCursor_CallExpr:
            return is_atomic_function(up) && is_first_argument(up, climb->at) ? FOUND_ADDRESS : FOUND_NOTHING;
        default:
            return FOUND_NOTHING;
        }
        climb->at = up;
        climb->has_more |=
            climb->subscripts == 0 && clang_getCursorKind(up->cursor) != CXCursor_UnexposedExpr;
        if (is_deref && climb_object(climb)) {
            return FOUND_OBJECT;
        }
    }
    return FOUND_NOTHING;
}

/* Whether the tokens from `first` on are the whole text of an expression, none of it a macro's. */
static bool is_whole(const struct tokens *tokens, size_t first, size_t end)
{
    size_t i = first;

    for (; i < tokens->list.count && tokens->list.items[i].end <= end; ++i) {
        if (tokens->list.items[i].kind == TOKEN_DIRECTIVE || token_is(tokens, i, ",")) {
            return false;
        }
        if (token_is(tokens, i, "(") || token_is(tokens, i, "[") || token_is(tokens, i, "{")) {
            size_t open = i;

            i = token_match(tokens, i, tokens->list.count);
            for (size_t j = open; j < i && j < tokens->list.count; ++j) {
                if (tokens->list.items[j].kind == TOKEN_DIRECTIVE) {
                    return false;
                }
            }
        } else if (token_is(tokens, i, ")") || token_is(tokens, i, "]") || token_is(tokens, i, "}")) {
            return false;
        }
    }
    return i > first && i <= tokens->list.count && tokens->list.items[i - 1].end == end;
}

/* Whether the operators that make the access are at the ends of the text. */
static bool has_operator(const struct tokens *tokens, size_t first, size_t last)
{
    return token_is(tokens, first, "*") || token_is(tokens, last, "]") || token_is(tokens, first, "(") ||
           (last > first && (token_is(tokens, last - 1, ".") || token_is(tokens, last - 1, ">")));
}

static bool is_written(const struct source *source, const struct dereference *access)
{
    const struct tokens *tokens = &source->tokens;
    size_t first = token_at(tokens, access->range.begin);
    size_t behind = token_at(tokens, access->range.end);

    return access->range.begin <= access->base && access->base < access->range.end &&
           first < tokens->list.count && tokens->list.items[first].begin == access->range.begin &&
           is_whole(tokens, first, access->range.end) &&
           (access->is_address || has_operator(tokens, first, behind - 1));
}

static bool is_known(const struct function *function, const struct dereference *access)
{
    for (size_t i = 0; i < function->dereferences.count; ++i) {
        if (function->dereferences.items[i].range.begin == access->range.begin &&
            function->dereferences.items[i].range.end == access->range.end) {
            return true;
        }
    }
    return false;
}

/* The compiler does not say where an expression in a macro's argument ends: one that is a name with
 * subscripts and members ends behind so many of them. The offset of the name when it is another one. */
static size_t end_in_argument(const struct source *source, const struct climb *climb, size_t name)
{
    const struct tokens *tokens = &source->tokens;
    size_t last = token_at(tokens, name);

    for (size_t i = 0; i < climb->subscripts && !climb->has_more; ++i) {
        if (token_is(tokens, last + 1, "[")) {
            last = token_match(tokens, last + 1, tokens->list.count);
        } else {
            last += token_is(tokens, last + 1, "-") ? 3 : 2;
        }
    }
    return climb->has_more || last >= tokens->list.count ? name : tokens->list.items[last].end;
}

void read_dereference(const struct frame *frame, struct variable *variable, size_t offset)
{
    struct function *function = frame->body->function;
    struct climb climb = {.at = frame};
    struct dereference access = {.base = offset, .variable = variable};
    bool is_outer = variable->type.pointee == SPACE_GLOBAL || variable->type.pointee == SPACE_CONSTANT;
    enum found found = frame->is_sizeof || !is_outer ? FOUND_NOTHING : climb_pointer(&climb);

    if (found == FOUND_NOTHING) {
        return;
    }
    access.is_address = found == FOUND_ADDRESS;
    access.is_moved = climb.is_moved;
    access.range.begin = begin_of(frame->body->parser, function->source, climb.at->cursor);
    access.range.end = end_of(frame->body->parser, function->source, climb.at->cursor);
    if (expansions_hold(function->source->expansions, offset)) {
        access.range = (struct range){offset, end_in_argument(function->source, &climb, offset)};
    }
    if (is_written(function->source, &access) && !is_known(function, &access)) {
        *LIST_ADD(&function->dereferences) = access;
    }
}

static void add_flow(const struct frame *frame, struct variable *to, struct variable *from)
{
    *LIST_ADD(&frame->body->function->flows) = (struct pointer_flow){to, from};
}

/* The pointer whose memory the object lies in; an invalid cursor when it is a variable of its own. */
static CXCursor pointer_of(CXCursor object)
{
    for (;;) {
        struct parts parts = parts_of(object);
        enum CXCursorKind kind = clang_getCursorKind(object);

        if (parts.count == 0 || (kind != CXCursor_ParenExpr && kind != CXCursor_MemberRefExpr &&
                                 kind != CXCursor_ArraySubscriptExpr && kind != CXCursor_UnaryOperator &&
                                 kind != CXCursor_UnexposedExpr)) {
            return clang_getNullCursor();
        }
        object = parts.items[kind == CXCursor_ArraySubscriptExpr && parts.count == 2 &&
                             type_of(parts.items[0]).kind != CXType_Pointer];
        if (is_outside(object) && kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr) {
            return object;
        }
    }
}

static bool is_null_pointer(CXCursor value)
{
    struct parts parts = parts_of(value);

    while (parts.count == 1) {
        value = parts.items[0];
        parts = parts_of(value);
    }
    return clang_getCursorKind(value) == CXCursor_IntegerLiteral;
}

static void add_flows(const struct frame *frame, struct variable *to, CXCursor value);

/* Of an expression that makes a pointer of one part. */
static void add_flows_of_unary(const struct frame *frame, struct variable *to, CXCursor value, CXCursor part)
{
    CXCursor pointer = clang_getNullCursor();

    if (leads_to(value, part) || is_array(part)) {
        pointer = pointer_of(part);
    } else if (is_outside(part) && !leads_to(part, value)) {
        pointer = part;
    } else if (is_null_pointer(part)) {
        return; /* it leads nowhere */
    }
    if (clang_Cursor_isNull(pointer)) {
        add_flow(frame, to, NULL);
    } else {
        add_flows(frame, to, pointer);
    }
}

static void add_flows(const struct frame *frame, struct variable *to, CXCursor value)
{
    struct parts parts = parts_of(value);
    size_t index;

    switch (clang_getCursorKind(value)) {
    case CXCursor_DeclRefExpr:
        index = cursor_table_find(&frame->body->variables, clang_getCursorReferenced(value));
        add_flow(frame, to, index == CURSOR_NONE ? NULL : frame->body->function->variables.items[index]);
        return;
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_UnaryOperator:
        if (parts.count == 1) {
            add_flows_of_unary(frame, to, value, parts.items[0]);
            return;
        }
        break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_BinaryOperator:
        if (parts.count == 2) {
            add_flows(frame, to, parts.items[is_sum(&parts) && is_outside(parts.items[0]) ? 0 : 1]);
            return;
        }
        break;
    case CXCursor_ConditionalOperator:
        if (parts.count == 3) {
            add_flows(frame, to, parts.items[1]);
            add_flows(frame, to, parts.items[2]);
            return;
        }
        break;
    default:
        break;
    }
    add_flow(frame, to, NULL);
}

void read_initial_flow(const struct frame *frame, struct variable *variable)
{
    struct parts parts = parts_of(frame->cursor);

    if (is_outside(frame->cursor) && parts.count > 0) {
        add_flows(frame, variable, parts.items[parts.count == 1 ? 0 : 1]);
    }
}

void read_assigned_flow(const struct frame *frame)
{
    struct parts parts = parts_of(frame->cursor);
    CXCursor target;
    size_t index;

    if (parts.count != 2 || !is_outside(frame->cursor) || is_sum(&parts)) {
        return;
    }
    target = parts.items[0];
    while (clang_getCursorKind(target) == CXCursor_ParenExpr && parts_of(target).count == 1) {
        target = parts_of(target).items[0];
    }
    index = clang_getCursorKind(target) == CXCursor_DeclRefExpr
                ? cursor_table_find(&frame->body->variables, clang_getCursorReferenced(target))
                : CURSOR_NONE;
    if (index != CURSOR_NONE) {
        add_flows(frame, frame->body->function->variables.items[index], parts.items[1]);
    }
}
