/* Functions: their variables, references, calls and jumps. */
#include "coopc/parse/body.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/parse/access.h"
#include "coopc/parse/annotations.h"
#include "coopc/parse/frame.h"
#include "coopc/parse/pointer.h"
#include "coopc/parse/record.h"
#include "coopc/parse/reference.h"
#include "coopc/parse/type.h"

/* Levels of nested statements and expressions; main() makes room on the stack. */
enum { DEPTH_MAX = 10000 };

static bool is_record(CXType type, const char *name)
{
    CXType canonical = clang_getCanonicalType(type);

    return canonical.kind == CXType_Record &&
           strcmp(keep(clang_getCursorSpelling(clang_getTypeDeclaration(canonical))), name) == 0;
}

static void add_marks(struct function *function, const struct annotations *annotations, bool are_stray)
{
    for (size_t i = 0; i < annotations->marks.count; ++i) {
        struct mark mark = annotations->marks.items[i];

        mark.is_stray = are_stray;
        if (!are_stray || !annotations->is_transmit || mark.variant != VARIANT_TRANSMIT_LEADER) {
            *LIST_ADD(&function->marks) = mark;
        }
    }
}

/* Whether coop_transmit_leader is said of the variable, beside transmit. */
static bool takes_leaders(const struct annotations *annotations)
{
    for (size_t i = 0; i < annotations->marks.count; ++i) {
        if (annotations->is_transmit && annotations->marks.items[i].variant == VARIANT_TRANSMIT_LEADER) {
            return true;
        }
    }
    return false;
}

/* A parameter needs no name, and takes its place among the others all the same. */
static const char *name_of(const struct frame *frame)
{
    char *name = keep(clang_getCursorSpelling(frame->cursor));

    return name[0] == '\0' && clang_getCursorKind(frame->cursor) == CXCursor_ParmDecl
               ? string_printf("coop_parameter_%zu", frame->body->function->variables.count)
               : name;
}

static void read_variable(const struct frame *frame, size_t offset)
{
    struct body *body = frame->body;
    struct variable *variable = memory_allocate(sizeof *variable);
    CXType type = clang_getCursorType(frame->cursor);
    const struct frame *up = frame->up;
    struct annotations annotations = {.parser = body->parser, .source = body->function->source};

    variable->name = name_of(frame);
    if (clang_getCursorKind(frame->cursor) == CXCursor_ParmDecl) {
        parse_parameter_type(type, &variable->type);
        variable->record = read_record(type, variable->name, body->parser->has_host_header);
    } else {
        parse_type(type, &variable->type);
    }
    variable->is_work = is_record(type, "coop_work");
    variable->points_to_work = is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_work");
    variable->is_flow = is_record(type, "coop_flow");
    variable->points_to_flow = is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_flow");
    variable->is_flowgraph = is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_flowgraph");
    variable->is_workqueue = is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_workqueue");
    variable->is_messages = is_record(type, "coop_messages");
    variable->points_to_messages =
        is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_messages");
    variable->is_network = is_record(clang_getPointeeType(clang_getCanonicalType(type)), "coop_network");
    variable->offset = offset;
    variable->is_editable = stands_alone(body->function->source, offset, variable->name);
    variable->is_parameter = clang_getCursorKind(frame->cursor) == CXCursor_ParmDecl;
    read_annotations(frame->cursor, &annotations);
    variable->is_transmit = annotations.is_transmit;
    variable->is_declared_transmit = annotations.is_transmit;
    variable->is_common = annotations.is_common;
    variable->aligned = annotations.aligned;
    variable->is_static = clang_Cursor_getStorageClass(frame->cursor) == CX_SC_Static;
    variable->is_root = !variable->is_parameter && up != NULL && up->up != NULL && up->up->up == NULL &&
                        clang_getCursorKind(up->cursor) == CXCursor_DeclStmt;
    variable->index = body->function->variables.count;
    if (up != NULL && up->up != NULL) {
        variable->scope = begin_of(body->parser, body->function->source, up->up->cursor);
    }
    add_marks(body->function, &annotations, true);
    variable->takes_leaders = takes_leaders(&annotations);
    *LIST_ADD(&body->function->variables) = variable;
    cursor_table_add(&body->variables, frame->cursor);
    read_initial_flow(frame, variable);
    if (variable->is_parameter) {
        ++body->function->parameter_count;
    }
}

static void read_jump(const struct frame *frame, enum jump_kind kind, const char *word, size_t offset)
{
    struct jump *jump = LIST_ADD(&frame->body->function->jumps);

    jump->kind = kind;
    jump->offset = offset;
    jump->target = kind == JUMP_CONTINUE ? frame->loop : frame->breaks;
    jump->is_editable = stands_alone(frame->body->function->source, offset, word);
}

static void read_control(const struct frame *frame, struct frame *below, const char *word, size_t offset)
{
    struct function *function = frame->body->function;

    if (strcmp(word, "if") != 0) {
        below->breaks = offset;
        if (strcmp(word, "switch") != 0) {
            below->loop = offset;
        }
    }
    if (!stands_at(function->source, offset, word) || strcmp(word, "if") == 0) {
        struct hidden *hidden = stands_at(function->source, offset, word) ? LIST_ADD(&function->choices)
                                                                          : LIST_ADD(&function->hidden);

        hidden->begin = offset;
        hidden->end = end_of(frame->body->parser, function->source, frame->cursor);
    }
}

static enum CXChildVisitResult take_expression(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isExpression(clang_getCursorKind(cursor))) {
        *(CXCursor *)data = cursor;
    }
    return CXChildVisit_Continue;
}

/* Whether a cast makes a number of a pointer that may lead to private memory; a truth value leads nowhere. */
static bool numbers_pointer(CXCursor cast)
{
    CXType to = clang_getCanonicalType(clang_getCursorType(cast));
    CXCursor operand = clang_getNullCursor();
    struct type type = {.holds_private_pointer = false};

    if (to.kind <= CXType_Bool || to.kind > CXType_Int128) {
        return false;
    }
    clang_visitChildren(cast, take_expression, &operand);
    if (!clang_Cursor_isNull(operand)) {
        parse_type(clang_getCursorType(operand), &type);
    }
    return type.shape == SHAPE_POINTER && type.holds_private_pointer;
}

static void read_cursor(const struct frame *frame, struct frame *below, size_t offset)
{
    switch (clang_getCursorKind(frame->cursor)) {
    case CXCursor_VarDecl:
        read_variable(frame, offset);
        break;
    case CXCursor_DeclRefExpr:
        read_reference(frame, offset);
        break;
    case CXCursor_TypeRef:
        read_type_name(frame, offset);
        break;
    case CXCursor_UnaryExpr:
        below->is_sizeof = true;
        break;
    case CXCursor_CStyleCastExpr:
        frame->body->function->numbers_pointers |= numbers_pointer(frame->cursor);
        break;
    case CXCursor_BreakStmt:
        read_jump(frame, JUMP_BREAK, "break", offset);
        break;
    case CXCursor_ContinueStmt:
        read_jump(frame, JUMP_CONTINUE, "continue", offset);
        break;
    case CXCursor_ReturnStmt:
        read_jump(frame, JUMP_RETURN, "return", offset);
        break;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
        read_jump(frame, JUMP_GOTO, "goto", offset);
        break;
    case CXCursor_LabelStmt:
        read_jump(frame, JUMP_LABEL, "", offset);
        break;
    case CXCursor_IfStmt:
        read_control(frame, below, "if", offset);
        break;
    case CXCursor_WhileStmt:
        read_control(frame, below, "while", offset);
        break;
    case CXCursor_DoStmt:
        read_control(frame, below, "do", offset);
        break;
    case CXCursor_ForStmt:
        read_control(frame, below, "for", offset);
        break;
    case CXCursor_SwitchStmt:
        read_control(frame, below, "switch", offset);
        break;
    case CXCursor_FunctionDecl:
        read_function(frame->body->parser, frame->body->function->source, frame->cursor, offset);
        break;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_TypedefDecl:
        *LIST_ADD(&frame->body->function->types) = offset;
        break;
    case CXCursor_CompoundLiteralExpr:
        if (is_address_taken(frame)) {
            *LIST_ADD(&frame->body->function->literals) = offset;
        }
        break;
    case CXCursor_EnumDecl:
        *LIST_ADD(&frame->body->function->enumerations) =
            begin_of(frame->body->parser, frame->body->function->source, frame->cursor);
        break;
    case CXCursor_EnumConstantDecl:
        *LIST_ADD(&frame->body->function->enumerators) =
            (struct enumerator){offset, keep(clang_getCursorSpelling(frame->cursor))};
        break;
    default:
        break;
    }
}

/* An assignment's target, and what is called, is the first reference. Inside an assignment through a pointer,
 * sums have the same one. */
static void end_assignment(struct function *function, size_t first)
{
    struct reference *target = first < function->references.count ? &function->references.items[first] : NULL;

    if (target != NULL && (target->done == 0 || target->memory >= ACCESS_UPDATE)) {
        target->done = function->references.count;
    }
}

/* What the cursor, whose references begin at `first`, means for the first of them. */
static void end_cursor(const struct frame *frame, size_t first)
{
    struct function *function = frame->body->function;

    switch (clang_getCursorKind(frame->cursor)) {
    case CXCursor_BinaryOperator:
        end_assignment(function, first);
        read_assigned_flow(frame);
        break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_CallExpr:
        end_assignment(function, first);
        break;
    case CXCursor_UnaryOperator:
        if (first < function->references.count && function->references.items[first].access == ACCESS_UPDATE) {
            end_assignment(function, first);
        }
        break;
    default:
        break;
    }
}

static enum CXChildVisitResult visit_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const struct frame *up = data;
    struct frame frame = *up;
    size_t first = up->body->function->references.count;
    size_t variable = up->body->function->variables.count;
    size_t offset;

    (void)parent;
    frame.cursor = cursor;
    frame.up = up;
    offset = place_in(up->body->parser, up->body->function->source, clang_getCursorLocation(cursor));
    if (++frame.depth > DEPTH_MAX && !up->body->is_too_deep) {
        diag_error(ERROR_NESTED_DEEPLY, up->body->function->source, offset,
                   "split it into several statements or functions.",
                   "statements or expressions are nested too deeply here");
        up->body->is_too_deep = true;
    }
    if (up->body->is_too_deep) {
        return CXChildVisit_Break;
    }
    if (clang_getCursorKind(up->cursor) == CXCursor_CompoundStmt) {
        struct child *child = LIST_ADD(&up->body->function->children);

        child->compound = begin_of(up->body->parser, up->body->function->source, up->cursor);
        child->begin = begin_of(up->body->parser, up->body->function->source, cursor);
    }
    read_cursor(&frame, &frame, offset);
    clang_visitChildren(cursor, visit_body, &frame);
    end_cursor(&frame, first);
    if (variable < up->body->function->variables.count && clang_getCursorKind(cursor) == CXCursor_VarDecl) {
        up->body->function->variables.items[variable]->initial_references =
            (struct range){first, up->body->function->references.count};
    }
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_function_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct body *body = data;
    struct frame frame = {.cursor = cursor, .body = body};
    size_t offset = place_in(body->parser, body->function->source, clang_getCursorLocation(cursor));

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl) {
        read_variable(&frame, offset);
    } else if (clang_getCursorKind(cursor) == CXCursor_CompoundStmt) {
        body->function->has_body = true;
        body->function->body = offset;
        clang_visitChildren(cursor, visit_body, &frame);
    }
    return CXChildVisit_Continue;
}

static bool has_braces(const struct function *function)
{
    const char *text = function->source->text;

    return function->has_body && function->body < function->end && text[function->body] == '{' &&
           text[function->end - 1] == '}' && !expansions_hold(function->source->expansions, function->body) &&
           !expansions_hold(function->source->expansions, function->end - 1);
}

/* Attributes are in front of the declaration, or belong to an earlier one: those that it has from there. */
static size_t begin_with(const struct annotations *annotations, size_t begin)
{
    const struct tokens *tokens = &annotations->source->tokens;

    for (size_t i = token_at(tokens, annotations->begin);
         i < tokens->list.count && tokens->list.items[i].begin < begin; ++i) {
        if (token_is(tokens, i, ";") || token_is(tokens, i, "}")) {
            return begin;
        }
    }
    return annotations->begin;
}

void read_function(struct parser *parser, struct source *source, CXCursor cursor, size_t offset)
{
    struct function *function = memory_allocate(sizeof *function);
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    struct function *first = find_function(parser, canonical);
    struct annotations annotations = {
        .parser = parser, .source = source, .begin = begin_of(parser, source, cursor)};
    struct body body = {.parser = parser, .function = function};

    read_annotations(cursor, &annotations);
    function->name = keep(clang_getCursorSpelling(cursor));
    function->source = source;
    function->offset = offset;
    function->sites = sites_create();
    function->is_in_block =
        clang_getCursorKind(clang_getCursorLexicalParent(cursor)) == CXCursor_FunctionDecl;
    function->begin = begin_with(&annotations, begin_of(parser, source, cursor));
    function->end = end_of(parser, source, cursor);
    function->canonical = first == NULL ? function : first;
    function->is_void = clang_getCanonicalType(clang_getCursorResultType(cursor)).kind == CXType_Void;
    if (!function->is_void) {
        parse_type(clang_getCursorResultType(cursor), &function->result);
    }
    function->is_editable = stands_alone(source, offset, function->name);
    function->is_transmit = annotations.is_transmit;
    function->is_task = annotations.is_task;
    function->is_by_group = annotations.is_by_group;
    function->apart = annotations.apart;
    add_marks(function, &annotations, false);
    if (annotations.is_kernel) {
        function->kind = FUNCTION_COOPERATIVE;
    } else if (clang_getFunctionTypeCallingConv(clang_getCursorType(cursor)) == CXCallingConv_Unexposed) {
        function->kind = FUNCTION_REGULAR;
    }
    if (function->kind != FUNCTION_HELPER) {
        read_work_group_size(cursor, function);
    }
    *LIST_ADD(&parser->unit->functions) = function;
    cursor_table_add(&parser->functions, canonical);
    clang_visitChildren(cursor, visit_function_child, &body);
    function->has_braces = has_braces(function);
    if (function->has_body) {
        function->canonical->definition = function;
    }
}
