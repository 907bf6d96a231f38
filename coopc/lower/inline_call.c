/* One call of a helper that holds a barrier: its form, and the copy of the helper that takes its place. */
#include "coopc/lower/inline_call.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/lower/copy.h"
#include "coopc/model/sites.h"
#include "coopc/parse/statements.h"

static bool is_adjacent_mark(const struct tokens *tokens, size_t at, const char *mark)
{
    return token_is(tokens, at, mark) && tokens->list.items[at].end == tokens->list.items[at + 1].begin;
}

/* Whether the `=` is an assignment's, a compound one's included. */
static bool is_assignment(const struct tokens *tokens, size_t equals)
{
    if (is_adjacent_mark(tokens, equals - 1, "=") || is_adjacent_mark(tokens, equals - 1, "!")) {
        return false;
    }
    for (size_t i = 0; i < 2; ++i) {
        const char *mark = i == 0 ? "<" : ">";

        if (is_adjacent_mark(tokens, equals - 1, mark)) {
            return is_adjacent_mark(tokens, equals - 2, mark);
        }
    }
    return true;
}

/* Whether all between the two tokens is evaluated together with the assignment: no comma, no condition, no
 * bracket that the call is in. */
static bool is_plain_target(const struct tokens *tokens, size_t first, size_t limit)
{
    for (size_t i = first; i < limit; ++i) {
        bool is_and = token_is(tokens, i, "&") && is_adjacent_mark(tokens, i - 1, "&");
        bool is_or = token_is(tokens, i, "|") && is_adjacent_mark(tokens, i - 1, "|");

        if (token_is(tokens, i, ",") || token_is(tokens, i, "?") || is_and || is_or) {
            return false;
        }
        if (token_is(tokens, i, "(") || token_is(tokens, i, "[") || token_is(tokens, i, "{")) {
            i = token_match(tokens, i, tokens->list.count);
            if (i >= limit) {
                return false;
            }
        }
    }
    return true;
}

static bool is_void_cast(const struct tokens *tokens, size_t first, size_t name)
{
    return first + 3 == name && token_is(tokens, first, "(") && token_is(tokens, first + 1, "void") &&
           token_is(tokens, first + 2, ")");
}

/* The form of the statement, and where the call ends; false when it is none of them. */
static bool find_form(const struct kernel *kernel, const struct statement *statement, const struct call *call,
                      struct inlining *inlining)
{
    const struct tokens *tokens = &kernel->tokens;
    size_t first = token_at(tokens, statement->keyword);
    size_t name = token_at(tokens, call->offset);
    size_t close = token_match(tokens, name + 1, tokens->list.count);

    if (!token_is(tokens, name + 1, "(") || !token_is(tokens, close + 1, ";") ||
        tokens->list.items[close + 1].end != statement->range.end) {
        return false;
    }
    inlining->call.begin = call->offset;
    inlining->call.end = tokens->list.items[close].end;
    inlining->arguments.begin = tokens->list.items[name + 1].end;
    inlining->arguments.end = tokens->list.items[close].begin;
    if (name == first || is_void_cast(tokens, first, name)) {
        inlining->form = INLINING_ALONE;
        return true;
    }
    if (token_is(tokens, first, "return") && name == first + 1) {
        inlining->form = INLINING_RETURN;
        return true;
    }
    inlining->form = INLINING_VALUE;
    return token_is(tokens, name - 1, "=") && name - 1 > first && is_assignment(tokens, name - 1) &&
           is_plain_target(tokens, first, name - 1);
}

/* The argument's text from the token `at`; moves `at` to the comma or the bracket behind it. */
static struct range next_argument(const struct tokens *tokens, size_t *at, size_t close)
{
    struct range range = {0, 0};

    for (; *at < close && !token_is(tokens, *at, ","); ++*at) {
        range.begin = range.end == 0 ? tokens->list.items[*at].begin : range.begin;
        if (token_is(tokens, *at, "(") || token_is(tokens, *at, "[") || token_is(tokens, *at, "{")) {
            *at = token_match(tokens, *at, close);
        }
        range.end = tokens->list.items[*at < close ? *at : close - 1].end;
    }
    return range;
}

static struct reference *find_reference(struct kernel *kernel, size_t offset)
{
    struct found_sites found =
        sites_find(kernel->function, SITE_REFERENCE, (struct range){offset, offset + 1});
    struct reference *reference =
        found.count == 1 ? &kernel->function->references.items[found.items[0].index] : NULL;

    return reference == NULL || reference->variable == NULL || !reference->is_editable ? NULL : reference;
}

/* The name of a private variable in an argument that is nothing but its address: `&name`, the name of an
 * array, `&array[0]`, or a parameter that such an argument has replaced. */
static struct reference *find_addressed(struct kernel *kernel, struct range argument)
{
    const struct tokens *tokens = &kernel->tokens;
    size_t first = token_at(tokens, argument.begin);
    bool has_mark = token_is(tokens, first, "&");
    size_t name = has_mark ? first + 1 : first;
    size_t last = name;
    struct reference *reference;

    if (has_mark && token_is(tokens, name + 1, "[") && token_is(tokens, name + 2, "0") &&
        token_is(tokens, name + 3, "]")) {
        last = name + 3;
        has_mark = false;
    }
    if (last >= tokens->list.count || tokens->list.items[last].end != argument.end) {
        return NULL;
    }
    reference = find_reference(kernel, tokens->list.items[name].begin);
    if (reference == NULL || reference->variable->type.space == SPACE_LOCAL ||
        reference->variable->type.space == SPACE_CONSTANT || reference->variable->is_static) {
        return NULL;
    }
    if (reference->place != NULL) {
        return has_mark ? NULL : reference;
    }
    return has_mark || reference->variable->type.shape == SHAPE_ARRAY ? reference : NULL;
}

/* Whether the parameter is written `type name[...]`. */
static bool is_written_as_array(const struct kernel *kernel, const struct variable *parameter)
{
    const struct source *source = source_place(kernel->source, parameter->offset).source;
    size_t name = token_at(&source->tokens, source_place(kernel->source, parameter->offset).offset);

    return token_is(&source->tokens, name + 1, "[");
}

/* Whether the pointer is plainly read; what the compiler says of one that is written as an array holds for
 * what it points to. */
static bool is_pointer_read(const struct kernel *kernel, const struct reference *reference)
{
    const struct source *source = source_place(kernel->source, reference->offset).source;
    const struct tokens *tokens = &source->tokens;
    size_t name = token_at(tokens, source_place(kernel->source, reference->offset).offset);
    bool begins = token_is(tokens, name - 1, "(") || token_is(tokens, name - 1, ",");

    if (reference->is_sizeof || reference->access == ACCESS_READ || token_is(tokens, name + 1, "[")) {
        return true;
    }
    if (reference->access != ACCESS_ADDRESS || !is_written_as_array(kernel, reference->variable)) {
        return false;
    }
    if (token_is(tokens, name - 1, "(") && token_is(tokens, name + 1, ")") &&
        (name < 2 || tokens->list.items[name - 2].kind != TOKEN_WORD)) {
        return false; /* `(name)` may be changed, or have its address taken */
    }
    if (token_is(tokens, name + 1, ",") || token_is(tokens, name + 1, ")")) {
        return begins;
    }
    return begins && (token_is(tokens, name + 1, "+") || token_is(tokens, name + 1, "-")) &&
           !token_is(tokens, name + 2, "+") && !token_is(tokens, name + 2, "-") &&
           !token_is(tokens, name + 2, "=");
}

/* Whether the helper only reads the pointer itself, where an edit can reach it. */
static bool is_replaceable(const struct kernel *kernel, const struct variable *parameter)
{
    struct found_sites references = sites_find(kernel->function, SITE_REFERENCE, parameter->inlining->copy);

    if (parameter->type.shape != SHAPE_POINTER || !parameter->type.holds_private_pointer) {
        return false;
    }
    for (size_t i = 0; i < references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[references.items[i].index];

        if (reference->variable == parameter &&
            (!reference->is_editable || !is_pointer_read(kernel, reference))) {
            return false;
        }
    }
    return true;
}

/* A pointer to a private variable cannot be kept across a barrier, since the variable moves; its name can:
 * what the helper does through the pointer is done to the variable. */
static bool replace_parameter(struct kernel *kernel, struct variable *parameter, struct range argument)
{
    struct reference *from = find_addressed(kernel, argument);
    struct variable *target = from == NULL ? NULL : from->variable;
    bool is_address = from != NULL && target->type.shape != SHAPE_ARRAY;
    const char *place;
    struct found_sites references;

    if (from == NULL || !is_replaceable(kernel, parameter)) {
        return false;
    }
    place = string_printf("(%s)%s", parameter->type.spelling,
                          from->place != NULL ? from->place
                          : is_address        ? "&"
                                              : "");
    from->variable = NULL;
    from->is_editable = false;
    from->name = "";
    references = sites_find(kernel->function, SITE_REFERENCE, parameter->inlining->copy);
    for (size_t i = 0; i < references.count; ++i) {
        struct reference *reference = &kernel->function->references.items[references.items[i].index];
        bool reads;

        if (reference->variable == parameter) {
            reference->variable = target;
            reference->place = place;
            reads = reference->access == ACCESS_READ && reference->memory == ACCESS_READ;
            reference->is_write = !reads;
            reference->access = reads ? ACCESS_READ : reference->is_sizeof ? ACCESS_NONE : ACCESS_ADDRESS;
            reference->memory = ACCESS_NONE;
        }
    }
    parameter->is_replaced = true;
    parameter->is_flat = false;
    return true;
}

/* Each parameter becomes a variable that is initialised with its argument, once. */
static bool take_arguments(struct kernel *kernel, const struct inlining *inlining, const struct call *call,
                           size_t first_variable)
{
    const struct tokens *tokens = &kernel->tokens;
    size_t at = token_at(tokens, inlining->arguments.begin);
    size_t close = token_at(tokens, inlining->arguments.end);

    for (size_t i = 0; i < inlining->helper->parameter_count; ++i) {
        struct range argument = next_argument(tokens, &at, close);
        struct variable *parameter;

        if (i >= call->arguments.count || !range_holds(argument, call->arguments.items[i])) {
            return false;
        }
        parameter = kernel->function->variables.items[first_variable + i];
        parameter->initial = argument;
        parameter->is_parameter = false;
        parameter->is_flat = true;
        (void)replace_parameter(kernel, parameter, argument);
        at += at < close;
    }
    return at == close;
}

static void make_result(struct kernel *kernel, struct inlining *inlining)
{
    struct variable *variable = memory_allocate(sizeof *variable);

    variable->name = string_printf("coop_result_%zu", kernel->inlinings.count);
    variable->type = inlining->helper->result;
    variable->type.space = SPACE_PRIVATE;
    variable->offset = inlining->copy.begin;
    variable->is_result = true;
    variable->is_flat = true;
    variable->is_editable = true;
    variable->inlining = inlining;
    variable->index = kernel->function->variables.count;
    *LIST_ADD(&kernel->function->variables) = variable;
    inlining->result = variable;
}

/* Whether somebody reads the value: for `return f(x);`, the call that this statement's text stands for. */
static bool is_read(const struct kernel *kernel, const struct inlining *inlining)
{
    const struct inlining *outer = inlining_at(kernel, inlining->call.begin);

    return inlining->form == INLINING_VALUE ||
           (inlining->form == INLINING_RETURN && outer != NULL && outer->result != NULL);
}

static void find_tail(const struct kernel *kernel, struct inlining *inlining)
{
    size_t count = inlining->body->children.count;
    const struct statement *last = count == 0 ? NULL : inlining->body->children.items[count - 1];

    struct found_sites jumps = sites_find(kernel->function, SITE_JUMP, inlining->copy);

    for (size_t i = 0; i < jumps.count; ++i) {
        const struct jump *jump = &kernel->function->jumps.items[jumps.items[i].index];

        if (jump->kind != JUMP_RETURN) {
            continue;
        }
        if (last != NULL && last->kind == STATEMENT_SIMPLE && !last->is_hidden && jump->is_editable &&
            jump->offset == last->keyword) {
            inlining->tail = last;
        } else {
            inlining->has_jumps = true;
        }
    }
}

static struct range find_parameters(const struct kernel *kernel, const struct inlining *inlining)
{
    const struct tokens *tokens = &kernel->tokens;
    size_t open = token_at(tokens, inlining->copy.begin) + 1;
    size_t close = token_match(tokens, open, tokens->list.count);

    return (struct range){tokens->list.items[open].end, tokens->list.items[close].begin};
}

static bool check_call(const struct kernel *kernel, const struct statement *statement,
                       const struct call *call, struct inlining *inlining)
{
    if (!call->is_editable) {
        diag_error(ERROR_CALL_IN_MACRO, kernel->source, call->offset, "write the call out.",
                   "'%s', which holds a barrier, is called inside a macro expansion", call->name);
        return false;
    }
    if (!find_form(kernel, statement, call, inlining)) {
        diag_error(
            ERROR_CALL_IN_EXPRESSION, kernel->source, call->offset,
            "give it a statement of its own: `f(...);`, `variable = f(...);` or `type variable = f(...);`.",
            "'%s' holds a barrier, but its call is part of a larger expression or declaration", call->name);
        return false;
    }
    for (size_t i = 0; i < inlining->helper->source->inclusions.count; ++i) {
        size_t begin = inlining->helper->source->inclusions.items[i].begin;

        if (begin >= inlining->helper->begin && begin < inlining->helper->end) {
            diag_error(ERROR_INCLUDE_IN_KERNEL, inlining->helper->source, begin,
                       "include the file outside the helper.", "#include inside '%s', which holds a barrier",
                       call->name);
            return false;
        }
    }
    if (!inlining->helper->is_editable ||
        !token_is(&inlining->helper->source->tokens,
                  token_at(&inlining->helper->source->tokens, inlining->helper->offset) + 1, "(")) {
        diag_error(ERROR_UNUSUAL_DECLARATION, kernel->source, call->offset, "write the function out.",
                   "'%s' holds a barrier and is declared by a macro expansion, or in an unusual form",
                   call->name);
        return false;
    }
    return true;
}

struct inlining *inline_call(struct kernel *kernel, const struct statement *statement, size_t call_index,
                             const struct function *helper)
{
    struct inlining *inlining = memory_allocate(sizeof *inlining);
    struct call call = kernel->function->calls.items[call_index];
    struct range text = {helper->offset, helper->end};
    size_t first_variable = kernel->function->variables.count;

    inlining->helper = helper;
    if (!check_call(kernel, statement, &call, inlining)) {
        return NULL;
    }
    inlining->copy.begin = source_copy(kernel->source, helper->source, text);
    inlining->copy.end = inlining->copy.begin + (text.end - text.begin);
    kernel->tokens.text = kernel->source->text;
    function_copy(kernel->function, helper, inlining->copy.begin, inlining);
    if (!take_arguments(kernel, inlining, &call, first_variable)) {
        diag_error(ERROR_MACRO_ARGUMENTS, kernel->source, call.offset, "write the arguments out.",
                   "a macro hides the arguments of the call of '%s', which holds a barrier", call.name);
        return NULL;
    }
    inlining->body = statement_parse_copy(kernel, inlining);
    if (inlining->body == NULL) {
        return NULL;
    }
    inlining->parameters = find_parameters(kernel, inlining);
    find_tail(kernel, inlining);
    if (!helper->is_void && is_read(kernel, inlining)) {
        make_result(kernel, inlining);
    }
    if (inlining->form == INLINING_VALUE) {
        edit_add(kernel->source, inlining->call.begin, inlining->call.end, inlining->result->name);
    }
    *LIST_ADD(&kernel->inlinings) = inlining;
    return inlining;
}
