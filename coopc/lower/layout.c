/* How arguments and transmitted values lie in memory. */
#include "coopc/lower/layout.h"

#include "coop/shared/limits.h"
#include "coopc/model/collective.h"

/* Arguments are at most 16-aligned, transmitted values 8-aligned: so are the areas that the device keeps them
 * in. */
enum { ARGUMENT_ALIGNMENT = 16, TRANSMIT_ALIGNMENT = 8 };

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

void layout_add(struct layout *layout, struct variable *variable, size_t size, size_t alignment)
{
    struct member *member = LIST_ADD(&layout->members);

    member->variable = variable;
    member->size = size;
    member->alignment = alignment;
    member->offset = round_up(layout->size, alignment);
    member->padding = member->offset - layout->size;
    layout->size = member->offset + size;
    layout->alignment = alignment > layout->alignment ? alignment : layout->alignment;
}

void layout_end(struct layout *layout, size_t unit)
{
    size_t size;

    if (layout->alignment < 1) {
        layout->alignment = 1;
    }
    size = round_up(layout->size, layout->alignment > unit ? layout->alignment : unit);
    if (size == 0) {
        size = unit;
    }
    layout->tail = size - layout->size;
    layout->size = size;
}

static size_t at_most(size_t alignment, size_t most)
{
    return alignment < most ? alignment : most;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; ++text) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

void layout_measure(struct kernel *kernel, size_t local_room)
{
    struct function *function = kernel->function;
    struct layout vars = {.size = 0};
    struct layout locals = {.size = 0};

    kernel->hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < function->variables.count; ++i) {
        struct variable *variable = function->variables.items[i];
        const struct type *type = &variable->type;

        if (variable_is_local_parameter(variable)) {
            kernel->local_room = local_room;
        }
        if (variable->is_parameter) {
            layout_add(&kernel->arguments, variable, type->size,
                       at_most(type->alignment, ARGUMENT_ALIGNMENT));
            kernel->hash = hash_text(kernel->hash, string_printf("%s %s;", type->spelling, variable->name));
        }
        if (variable->is_transmit) {
            layout_add(&kernel->transmits, variable, type->size,
                       at_most(type->alignment, TRANSMIT_ALIGNMENT));
        }
        if (variable->home == HOME_COPY || variable->home == HOME_PLACE) {
            layout_add(&vars, variable, type->size, type->alignment);
        } else if (variable->home == HOME_LOCAL) {
            layout_add(&locals, variable, type->size, type->alignment);
        }
    }
    layout_end(&kernel->arguments, 8);
    if (kernel->transmits.members.count > 0) {
        layout_end(&kernel->transmits, 8);
    }
    if (vars.members.count > 0) {
        layout_end(&vars, 1);
    }
    if (locals.members.count > 0) {
        layout_end(&locals, 1);
    }
    kernel->vars_bytes = vars.size;
    kernel->collective_bytes = collective_bytes(function);
    kernel->local_bytes = locals.size;
    if (kernel->collective_bytes > 0) {
        kernel->local_bytes = round_up(locals.size, 8) + kernel->collective_bytes * COOP_LOCAL_ITEMS_MAX;
    }
    if (kernel->local_room > 0) {
        kernel->local_bytes =
            round_up(kernel->local_bytes, COOP_LOCAL_PARAMETER_ALIGNMENT) + kernel->local_room;
    }
    for (size_t i = 0; i < function->calls.count; ++i) {
        enum operation operation = function->calls.items[i].operation;

        kernel->shrinks |= operation_shrinks(operation);
        kernel->grows |= operation_forks(operation);
        kernel->meets |= operation_meets(operation);
    }
    kernel->kill_any = function_has_variant(function, VARIANT_KILL_ANY);
    kernel->may_kill_all = function_has_variant(function, VARIANT_MAY_KILL_ALL);
}
