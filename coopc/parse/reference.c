/* What the text of a function refers to: variables, functions, types. */
#include "coopc/parse/reference.h"

#include <string.h>

#include "coopc/model/collective.h"
#include "coopc/parse/access.h"
#include "coopc/parse/pointer.h"

/* A read converts the variable, or a member of it, from an object to a value: the conversion is an expression
 * without a cursor kind of its own, whose type is in no address space. */
static bool is_plain_read(const struct frame *frame)
{
    for (;; frame = frame->up) {
        CXType type;

        if (is_array(frame->cursor) || frame->up == NULL) {
            return false;
        }
        switch (clang_getCursorKind(frame->up->cursor)) {
        case CXCursor_ParenExpr:
        case CXCursor_MemberRefExpr:
        case CXCursor_ArraySubscriptExpr:
            break;
        case CXCursor_UnexposedExpr:
            type = clang_getCursorType(frame->up->cursor);
            if (type.kind == CXType_Invalid) {
                return false;
            }
            if (clang_getAddressSpace(type) == SPACE_NONE) {
                return true;
            }
            break;
        default:
            return false;
        }
    }
}

/* Whether a pointer is only read through: p[i] or *p as a value, nothing that needs its type. */
static bool is_read_through(const struct frame *frame)
{
    const struct frame *access = frame->up == NULL ? NULL : frame->up->up;
    enum CXCursorKind kind = access == NULL ? CXCursor_InvalidCode : clang_getCursorKind(access->cursor);

    return clang_getCursorKind(frame->cursor) == CXCursor_DeclRefExpr &&
           clang_getCursorKind(frame->up->cursor) == CXCursor_UnexposedExpr &&
           (kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_UnaryOperator) && is_plain_read(access);
}

static enum operation operation_of_collective(const struct parser *parser, const char *name)
{
    struct collective collective;
    bool is_of_sub_group = string_begins(name, "sub_group_");

    if (is_of_sub_group && parser->keeps_sub_groups) {
        return OPERATION_NONE;
    }
    return strcmp(name, "sub_group_barrier") == 0 ? OPERATION_BARRIER
           : collective_read(name, &collective)   ? OPERATION_COLLECTIVE
                                                  : OPERATION_NONE;
}

static enum operation operation_of(const struct parser *parser, CXCursor callee, const char *name)
{
    static const struct {
        const char *name;
        enum operation operation;
        bool is_word;
    } table[] = {{"barrier", OPERATION_BARRIER, false},
                 {"work_group_barrier", OPERATION_BARRIER, false},
                 {COLLECTIVE_MEET, OPERATION_BARRIER, false},
                 {"coop_sync", OPERATION_SYNC, true},
#define OPERATION_KEYWORD(name, number, keyword, ...) \
    {keyword, sizeof(keyword) > 1 ? OPERATION_##name : OPERATION_NONE, true},
                 COOP_OP_LIST(OPERATION_KEYWORD)
#undef OPERATION_KEYWORD
    };
    size_t offset;
    struct source *source = locate(parser, clang_getCursorLocation(callee), &offset);
    bool is_word = source != NULL && source->is_words;
    bool is_user = !is_word && find_function(parser, clang_getCanonicalCursor(callee)) != NULL;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (strcmp(table[i].name, name) == 0 && is_word == table[i].is_word && !is_user) {
            return table[i].operation;
        }
    }
    return is_user ? OPERATION_NONE : operation_of_collective(parser, name);
}

/* What a collective gives. */
static const char *type_of_collective(const struct frame *name)
{
    static const char *const types[][2] = {{"int", "int"},     {"unsigned int", "uint"},
                                           {"long", "long"},   {"unsigned long", "ulong"},
                                           {"float", "float"}, {"double", "double"}};
    const struct frame *call = name->up == NULL ? NULL : name->up->up;
    const char *type;

    if (call == NULL || clang_getCursorKind(call->cursor) != CXCursor_CallExpr) {
        return "";
    }
    type = keep(clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(call->cursor))));
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strcmp(type, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "";
}

static void read_variable_use(const struct frame *frame, CXCursor declaration, struct reference *reference)
{
    size_t index = cursor_table_find(&frame->body->variables, declaration);

    if (index != CURSOR_NONE) {
        reference->variable = frame->body->function->variables.items[index];
    }
    reference->is_sizeof = frame->is_sizeof;
    reference->is_write = !is_plain_read(frame);
    read_access(frame, reference);
    if (reference->variable != NULL && reference->is_editable) {
        read_dereference(frame, reference->variable, reference->offset);
    }
    if (reference->variable != NULL && !is_read_through(frame)) {
        reference->variable->is_passed_on = true;
    }
}

/* Whether a call stands under no other expression: the name, its conversion, the call, a statement. */
static bool is_call_statement(const struct frame *name)
{
    const struct frame *call = name->up == NULL ? NULL : name->up->up;

    return call != NULL && call->up != NULL && clang_getCursorKind(call->cursor) == CXCursor_CallExpr &&
           clang_isStatement(clang_getCursorKind(call->up->cursor));
}

struct part {
    CXCursor cursor;
    size_t count;
};

static enum CXChildVisitResult take_part(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct part *part = data;

    (void)parent;
    part->cursor = cursor;
    ++part->count;
    return CXChildVisit_Continue;
}

/* The variable that an argument is, or is the address of. */
static struct variable *find_named(const struct frame *frame, CXCursor argument)
{
    enum CXCursorKind kind = clang_getCursorKind(argument);

    while (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr || kind == CXCursor_UnaryOperator) {
        struct part part = {.count = 0};

        clang_visitChildren(argument, take_part, &part);
        if (part.count != 1 || (kind == CXCursor_UnaryOperator && !is_address_of(argument, part.cursor))) {
            return NULL;
        }
        argument = part.cursor;
        kind = clang_getCursorKind(argument);
    }
    if (kind == CXCursor_DeclRefExpr) {
        size_t index = cursor_table_find(&frame->body->variables, clang_getCursorReferenced(argument));

        return index == CURSOR_NONE ? NULL : frame->body->function->variables.items[index];
    }
    return NULL;
}

/* Of the call that the name at the frame is in front of: where its arguments begin, what is made of it. */
static void read_arguments(const struct frame *name, struct call *call)
{
    const struct frame *up = name->up == NULL ? NULL : name->up->up;

    if (up == NULL || clang_getCursorKind(up->cursor) != CXCursor_CallExpr) {
        return;
    }
    call->is_converted = up->up != NULL && clang_getCursorKind(up->up->cursor) == CXCursor_UnexposedExpr;
    for (int i = 0; i < clang_Cursor_getNumArguments(up->cursor); ++i) {
        CXCursor argument = clang_Cursor_getArgument(up->cursor, (unsigned)i);

        *LIST_ADD(&call->arguments) = begin_of(name->body->parser, name->body->function->source, argument);
        *LIST_ADD(&call->named) = find_named(name, argument);
    }
}

void read_type_name(const struct frame *frame, size_t offset)
{
    CXCursor declaration = clang_getCursorReferenced(frame->cursor);

    if (clang_getCursorKind(declaration) == CXCursor_TypedefDecl) {
        struct reference *reference = LIST_ADD(&frame->body->function->references);

        reference->offset = offset;
        reference->name = keep(clang_getCursorSpelling(declaration));
    }
}

void read_reference(const struct frame *frame, size_t offset)
{
    struct function *function = frame->body->function;
    CXCursor declaration = clang_getCursorReferenced(frame->cursor);
    struct reference *reference = LIST_ADD(&function->references);

    reference->offset = offset;
    reference->name = keep(clang_getCursorSpelling(declaration));
    reference->is_editable = stands_at(function->source, offset, reference->name);
    if (clang_getCursorKind(declaration) == CXCursor_FunctionDecl) {
        struct call *call = LIST_ADD(&function->calls);

        call->offset = offset;
        call->name = reference->name;
        call->is_editable = reference->is_editable;
        call->is_statement = is_call_statement(frame);
        call->function = find_function(frame->body->parser, clang_getCanonicalCursor(declaration));
        call->operation = operation_of(frame->body->parser, declaration, call->name);
        if (call->operation == OPERATION_COLLECTIVE) {
            call->type = type_of_collective(frame);
        }
        read_arguments(frame, call);
    } else {
        read_variable_use(frame, declaration, reference);
    }
}
