/* A kernel's transmitted variables in the module. */
#include "coopc/emit/transmit.h"

#include "coopc/emit/arguments.h"
#include "coopc/emit/padding.h"

enum { TRANSMIT_ALIGNMENT = 8 };

const char *emit_array_copy(const struct variable *variable, const char *to, const char *from)
{
    const char *at = variable->type.subscripts;

    return string_printf("for (uint coop_i = 0; coop_i < %zu; ++coop_i) { %s%s = %s%s; }",
                         variable->type.element_count, to, at, from, at);
}

void emit_transmits(struct text *out, const struct kernel *kernel)
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

/* A joining work-group's transmitted values; arrays are copied element by element. */
void emit_transmit_in(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "        if (coop_module_state(COOP_GROUP_VALUES) != 0) {\n"
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

void emit_transmit_out(struct text *out, const struct kernel *kernel, const char *operation)
{
    text_printf(out,
                "            if (coop_op == %s && get_local_id(0) == 0) {\n"
                "                local struct coop_transmit_%s *coop_t = (local struct coop_transmit_%s "
                "*)coop_module_transmit_out(coop);\n",
                operation, kernel->name, kernel->name);
    for (size_t i = 0; i < kernel->transmits.members.count; ++i) {
        const struct variable *variable = kernel->transmits.members.items[i].variable;

        if (variable->type.shape == SHAPE_ARRAY) {
            text_printf(out, "                %s\n",
                        emit_array_copy(variable, string_printf("coop_t->%s", variable->field),
                                        string_printf("coop_v->%s", variable->field)));
        } else {
            text_printf(out, "                coop_t->%s = coop_v->%s;\n", variable->field, variable->field);
        }
    }
    text_puts(out, "            }\n");
}

void emit_first_step(struct text *out, const struct kernel *kernel)
{
    struct text inner = {0};

    for (size_t i = 0; i < kernel->function->parameter_count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (variable->home == HOME_COPY || variable->home == HOME_PLACE) {
            text_printf(&inner, "        coop_v->%s = %s;\n", variable->field,
                        emit_argument_value(kernel, variable));
        }
    }
    if (kernel->transmits.members.count > 0) {
        emit_transmit_in(&inner, kernel);
    }
    if (inner.length > 0) {
        text_printf(out, "    if (coop_module_begins(COOP_GROUP_VALUES)) {\n%s    }\n", inner.bytes);
    }
}
