/* A kernel's arguments in the module. */
#include "coopc/emit/arguments.h"

#include <string.h>

#include "coop/shared/limits.h"
#include "coopc/emit/padding.h"

enum { ARGUMENT_ALIGNMENT = 16 };

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

void emit_arguments(struct text *out, const struct kernel *kernel)
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

/* For programs that launch the kernel without a generated header: what each parameter is. */
static void emit_argument_type(struct text *out, const struct kernel *kernel, const struct member *member)
{
    const struct variable *variable = member->variable;
    const struct content *content = &variable->type.content;
    bool is_pointer = variable->type.shape == SHAPE_POINTER;

    text_printf(
        out,
        "//coop argument kernel=%zu offset=%zu kind=%s item=%s lanes=%zu bytes=%zu name=%s type=\"%s\"\n",
        kernel->index, member->offset,
        variable_is_local_parameter(variable) ? "local"
        : is_pointer                          ? "pointer"
                                              : "value",
        content->c_name != NULL ? content->c_name : "bytes", content->lanes, content->size, variable->name,
        variable->type.spelling);
}

void emit_argument_places(struct text *out, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        const struct member *member = &kernel->arguments.members.items[i];

        emit_argument_type(out, kernel, member);
        if (variable_is_local_parameter(member->variable)) {
            text_printf(out, "//coop local kernel=%zu offset=%zu room=%zu name=%s\n", kernel->index,
                        member->offset, kernel->local_room, member->variable->name);
        } else if (member->variable->type.shape == SHAPE_POINTER) {
            text_printf(out, "//coop pointer kernel=%zu offset=%zu name=%s\n", kernel->index, member->offset,
                        member->variable->name);
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

/* Behind the ones in front of it, whose sizes are arguments. */
static const char *value_of_local(const struct kernel *kernel, const struct variable *variable)
{
    const char *at = "coop_l->coop_parameters";

    for (size_t i = 0; i < variable->index; ++i) {
        const struct variable *before = kernel->function->variables.items[i];

        if (variable_is_local_parameter(before)) {
            at = string_printf("%s + ((coop_a->%s + %d) & ~(ulong)%d)", at, before->name,
                               COOP_LOCAL_PARAMETER_ALIGNMENT - 1, COOP_LOCAL_PARAMETER_ALIGNMENT - 1);
        }
    }
    return string_printf("(%s)(%s)", variable->type.spelling, at);
}

bool emit_local_parameters(struct text *out, const struct kernel *kernel)
{
    if (kernel->local_room > 0) {
        text_printf(out, "    uchar coop_parameters[%zu] __attribute__((aligned(%d)));\n", kernel->local_room,
                    COOP_LOCAL_PARAMETER_ALIGNMENT);
    }
    return kernel->local_room > 0;
}

const char *emit_argument_value(const struct kernel *kernel, const struct variable *variable)
{
    const struct type *type = &variable->type;

    if (kernel->task != NULL) {
        return string_printf("coop_common_%s", variable->name);
    }
    if (variable_is_local_parameter(variable)) {
        return value_of_local(kernel, variable);
    }
    if (is_read_as_global(variable)) {
        return string_printf("(%s)coop_module_pointer(COOP_GROUP_VALUES, coop_a->%s)",
                             as_global(type->spelling), variable->name);
    }
    if (type->shape == SHAPE_POINTER && type->pointee == SPACE_CONSTANT) {
        return string_printf("(%s)(ulong)coop_module_pointer(COOP_GROUP_VALUES, coop_a->%s)", type->spelling,
                             variable->name);
    }
    if (type->shape == SHAPE_POINTER) {
        return string_printf("(%s)coop_module_pointer(COOP_GROUP_VALUES, coop_a->%s)", type->spelling,
                             variable->name);
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

void emit_argument(struct text *out, const struct kernel *kernel, const struct use *use)
{
    const struct variable *variable = use->variable;
    bool is_pointer = variable->type.shape == SHAPE_POINTER;
    const char *name = is_pointer ? string_printf("const %s", use->name) : use->name;
    const char *declaration = declare(&variable->type.object, name);

    if (kernel->task == NULL && is_read_as_global(variable)) {
        declaration = as_global(declaration);
    }
    text_printf(out, "            %s%s = %s;\n", is_pointer ? "" : "const ", declaration,
                emit_argument_value(kernel, variable));
}

/* The packed arguments; each state reads those that it uses, since every work-item pays for every load. */
void emit_arguments_pointer(struct text *out, const struct kernel *kernel)
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
