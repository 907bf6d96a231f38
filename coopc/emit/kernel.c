/* A kernel's structs and step function. */
#include "coopc/emit/emit.h"

#include <stdint.h>
#include <string.h>

enum { ARGUMENT_ALIGNMENT = 16, TRANSMIT_ALIGNMENT = 8 };

static void emit_padding(struct text *out, size_t *count, size_t bytes)
{
    if (bytes > 0) {
        text_printf(out, "    uchar coop_pad%zu[%zu];\n", (*count)++, bytes);
    }
}

/* Vectors of more than 16 bytes are arrays of lanes: a struct member of their own type would be aligned to
 * its size. */
static void emit_argument_member(struct text *out, const struct member *member)
{
    const struct variable *variable = member->variable;

    if (variable->type.shape == SHAPE_POINTER) {
        text_printf(out, "    ulong %s;\n", variable->name);
    } else if (variable->type.alignment > ARGUMENT_ALIGNMENT) {
        text_printf(out, "    %s %s[%zu] __attribute__((aligned(16)));\n", variable->type.lane,
                    variable->name, variable->type.lanes);
    } else {
        text_printf(out, "    %s;\n", declare(&variable->type.object, variable->name));
    }
}

static void emit_arguments(struct text *out, const struct kernel *kernel)
{
    size_t pads = 0;

    text_printf(out, "struct coop_args_%s {\n", kernel->name);
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        emit_padding(out, &pads, kernel->arguments.members.items[i].padding);
        emit_argument_member(out, &kernel->arguments.members.items[i]);
    }
    emit_padding(out, &pads, kernel->arguments.tail);
    text_puts(out, "};\n");
}

static void emit_transmits(struct text *out, const struct kernel *kernel)
{
    size_t pads = 0;

    if (kernel->transmits.members.count == 0) {
        return;
    }
    text_printf(out, "struct coop_transmit_%s {\n", kernel->name);
    for (size_t i = 0; i < kernel->transmits.members.count; ++i) {
        const struct member *member = &kernel->transmits.members.items[i];
        const struct type *type = &member->variable->type;

        emit_padding(out, &pads, member->padding);
        text_printf(out, "    %s%s;\n", declare(&type->object, member->variable->field),
                    type->alignment > TRANSMIT_ALIGNMENT ? " __attribute__((packed, aligned(8)))" : "");
    }
    emit_padding(out, &pads, kernel->transmits.tail);
    text_puts(out, "};\n");
}

static bool is_private_member(const struct variable *variable)
{
    return (variable->home == HOME_COPY && !variable->is_set_anew) || variable->home == HOME_PLACE;
}

static bool is_local_member(const struct variable *variable)
{
    return variable->home == HOME_LOCAL;
}

static void emit_members(struct text *out, const struct kernel *kernel, const char *word,
                         bool (*is_member)(const struct variable *))
{
    size_t count = 0;

    text_printf(out, "struct coop_%s_%s {\n", word, kernel->name);
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (is_member(variable)) {
            text_printf(out, "    %s", declare(&variable->type.object, variable->field));
            if (variable->aligned != NULL) {
                text_printf(out, " __attribute__((%s))", variable->aligned);
            }
            text_puts(out, ";\n");
            ++count;
        }
    }
    text_puts(out, count == 0 ? "    uint coop_none;\n};\n" : "};\n");
}

static void emit_constants(struct text *out, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (variable->home == HOME_CONSTANT) {
            emit_line(out, kernel->source, variable->offset);
            text_printf(out, "constant %s = ", declare(&variable->type.object, variable->field));
            text_append_edited(out, kernel->source, variable->initial);
            text_puts(out, ";\n");
        }
    }
}

/* An argument in constant memory lies in the arena like any other. A parameter that is only read through
 * becomes a pointer to const global memory; where its type matters, an integer carries the address over,
 * which is right on devices whose constant pointers are ordinary addresses. */
static bool is_read_as_global(const struct variable *variable)
{
    return variable->type.pointee == SPACE_CONSTANT && !variable->is_passed_on &&
           string_begins(variable->type.spelling, "constant ");
}

static const char *as_global(const char *declaration)
{
    return string_printf("global const %s", declaration + strlen("constant "));
}

static const char *argument_value(const struct variable *variable)
{
    const struct type *type = &variable->type;

    if (is_read_as_global(variable)) {
        return string_printf("(%s)coop_module_pointer(coop, coop_a->%s)", as_global(type->spelling),
                             variable->name);
    }
    if (type->shape == SHAPE_POINTER && type->pointee == SPACE_CONSTANT) {
        return string_printf("(%s)(ulong)coop_module_pointer(coop, coop_a->%s)", type->spelling,
                             variable->name);
    }
    if (type->shape == SHAPE_POINTER) {
        return string_printf("(%s)coop_module_pointer(coop, coop_a->%s)", type->spelling, variable->name);
    }
    if (type->alignment > ARGUMENT_ALIGNMENT) {
        return string_printf("vload%zu(0, coop_a->%s)", type->lanes, variable->name);
    }
    return string_printf("coop_a->%s", variable->name);
}

static bool is_used(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        for (size_t j = 0; j < kernel->states.items[i].uses.count; ++j) {
            if (kernel->states.items[i].uses.items[j].variable == variable) {
                return true;
            }
        }
    }
    return false;
}

void emit_argument(struct text *out, const struct use *use)
{
    const struct variable *variable = use->variable;
    bool is_pointer = variable->type.shape == SHAPE_POINTER;
    const char *name = is_pointer ? string_printf("const %s", use->name) : use->name;
    const char *declaration = declare(&variable->type.object, name);

    if (is_read_as_global(variable)) {
        declaration = as_global(declaration);
    }
    text_printf(out, "            %s%s = %s;\n", is_pointer ? "" : "const ", declaration,
                argument_value(variable));
}

/* The packed arguments; each state reads those that it uses, since every work-item pays for every load. */
static void emit_arguments_pointer(struct text *out, const struct kernel *kernel)
{
    bool has_args = false;

    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        has_args = has_args || is_used(kernel, kernel->function->variables.items[i]);
    }
    if (has_args) {
        text_printf(out,
                    "    COOP_ARGS_SPACE const struct coop_args_%s *coop_a = (COOP_ARGS_SPACE const struct "
                    "coop_args_%s *)coop_module_args(coop);\n",
                    kernel->name, kernel->name);
    }
}

/* A newcomer's transmitted values; arrays are copied element by element. */
static void emit_transmit_in(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "        if (coop_module_state(coop) != 0) {\n"
        "            local const struct coop_transmit_%s *coop_t = (local const struct coop_transmit_%s "
        "*)coop_module_transmit_in(coop);\n",
        kernel->name, kernel->name);
    for (size_t i = 0; i < kernel->transmits.members.count; ++i) {
        const struct variable *variable = kernel->transmits.members.items[i].variable;

        if (variable->type.shape == SHAPE_ARRAY) {
            text_printf(out, "            %s\n",
                        emit_array_copy(variable, string_printf("coop_v->%s", variable->field),
                                        string_printf("coop_t->%s", variable->field)));
        } else {
            text_printf(out, "            coop_v->%s = coop_t->%s;\n", variable->field, variable->field);
        }
    }
    text_puts(out, "        }\n");
}

static void emit_begin(struct text *out, const struct kernel *kernel)
{
    struct text inner = {0};

    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (variable->home == HOME_COPY) {
            text_printf(&inner, "        coop_v->%s = %s;\n", variable->field, argument_value(variable));
        }
    }
    if (kernel->transmits.members.count > 0) {
        emit_transmit_in(&inner, kernel);
    }
    if (inner.length > 0) {
        text_printf(out, "    if (coop_module_begins(coop)) {\n%s    }\n", inner.bytes);
    }
}

#define NO_STATE SIZE_MAX

/* Where a state goes on without an operation; NO_STATE when it ends with one, or in a kernel that is no
 * switch. */
static size_t state_that_follows(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return kernel->kept.count == 0 && state->operation == OPERATION_NONE ? kernel->labels.items[state->next]
                                                                         : NO_STATE;
}

/* Whether directives in the kernel's text change macros: its states then stand in the order of the text. */
static bool changes_macros(const struct kernel *kernel)
{
    static const char *const words[] = {"define", "undef", "pragma", NULL};

    for (size_t i = 0; i < kernel->tokens.list.count; ++i) {
        const struct token *token = &kernel->tokens.list.items[i];
        struct tokens tokens = {.list = {NULL, 0, 0}};

        if (token->kind == TOKEN_DIRECTIVE) {
            lex(&tokens, kernel->source->text, token->begin + 1, token->end);
            if (tokens.list.count > 0 && string_is_one_of(token_spelling(&tokens, 0), words)) {
                return true;
            }
        }
    }
    return false;
}

/* Which state's case stands in front of each one's and runs into it: of those that lead to it the last one,
 * since that is the way round a loop. Each round then goes through the switch once and not twice, which a GPU
 * pays for with an indirect jump. */
static size_t *choose_predecessors(const struct kernel *kernel)
{
    size_t *before = memory_allocate((kernel->states.count + 1) * sizeof *before);
    bool keeps_order = changes_macros(kernel);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        before[i] = NO_STATE;
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        size_t next = state_that_follows(kernel, i);

        if (next != NO_STATE && next != i && (!keeps_order || next == i + 1)) {
            before[next] = i;
        }
    }
    return before;
}

/* What the switch does by default: a case less for it to tell apart. */
static bool only_returns(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return kernel->kept.count == 0 && state->operation == OPERATION_RETURN && state->items.count == 0 &&
           state->uses.count == 0 && !state->has_exit;
}

/* The cases, each once: chains of states that run into each other, and what is left of circles. */
static void emit_states(struct text *out, const struct kernel *kernel)
{
    size_t *before = choose_predecessors(kernel);
    bool *is_done = memory_allocate((kernel->states.count + 1) * sizeof *is_done);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        is_done[i] = false;
    }
    for (int takes_circles = 0; takes_circles < 2; ++takes_circles) {
        for (size_t i = 0; i < kernel->states.count; ++i) {
            size_t at = !is_done[i] && (takes_circles || before[i] == NO_STATE) ? i : NO_STATE;

            while (at != NO_STATE) {
                size_t next = state_that_follows(kernel, at);
                bool falls_through =
                    next != NO_STATE && before[next] == at && !is_done[next] && !only_returns(kernel, next);

                is_done[at] = true;
                if (!only_returns(kernel, at)) {
                    emit_state(out, kernel, at, falls_through);
                }
                at = falls_through ? next : NO_STATE;
            }
        }
    }
}

/* Work-items may return from different states, but all must give the same answer: a return has state 0.
 *
 * A kernel whose states hold barriers is a chain of branches instead of a switch in a loop: barriers stand
 * under one uniform condition each. Where it goes back, its step ends without an operation. */
void emit_kernel(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "\n#line 1 \"coop kernel %s\"\n", kernel->name);
    emit_arguments(out, kernel);
    emit_transmits(out, kernel);
    emit_members(out, kernel, "vars", is_private_member);
    emit_members(out, kernel, "local", is_local_member);
    emit_constants(out, kernel);
    text_printf(
        out,
        "static uint coop_step_%s(local struct coop_group *coop, private struct coop_vars_%s *coop_v,\n"
        "    local struct coop_local_%s *coop_l)\n{\n%s"
        "    uint coop_state = coop_module_state(coop);\n    uint coop_op = COOP_OP_NONE;\n",
        kernel->name, kernel->name, kernel->name,
        kernel->forbids_contraction ? "#pragma OPENCL FP_CONTRACT OFF\n" : "");
    if (kernel->first_state > 0) {
        text_printf(out, "    coop_state -= coop_state == 0 ? 0 : %zu;\n", kernel->first_state - 1);
    }
    emit_arguments_pointer(out, kernel);
    emit_begin(out, kernel);
    text_puts(out, kernel->kept.count > 0 ? "" : "    do {\n        switch (coop_state) {\n");
    emit_states(out, kernel);
    if (kernel->kept.count == 0) {
        text_puts(out,
                  "        default:\n            coop_op = COOP_OP_RETURN;\n            break;\n        }\n"
                  "    } while (coop_op == COOP_OP_NONE);\n");
    }
    if (kernel->first_state > 0) {
        text_printf(out, "    coop_state += %zu;\n", kernel->first_state - 1);
    }
    text_puts(out, "    return COOP_NEXT(coop_op, coop_op == COOP_OP_RETURN ? 0 : coop_state);\n}\n");
}
