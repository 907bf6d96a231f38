/* Where each variable of a kernel lives, and the edits that follow from it.
 *
 * A variable that one state declares and uses stays text. A parameter that is only read becomes a constant at
 * the top of the step function. What crosses states is a member of coop_v: scalars, vectors and pointers are
 * copied into a variable of the user's name while a state runs (so that macros, swizzles and addresses keep
 * working); arrays, structs and what pointers across barriers may lead to (pointee.c) are used in place.
 * local variables are members of coop_l, used in place. */
#include "coopc/lower/variables.h"

#include "coop/shared/limits.h"
#include "coopc/diag/diag.h"
#include "coopc/lower/anew.h"
#include "coopc/lower/names.h"
#include "coopc/lower/uses.h"
#include "coopc/model/collective.h"
#include "coopc/model/sites.h"
#include "coopc/text/text.h"

#include <string.h>

static enum home home_across_states(const struct variable *variable)
{
    if (variable->type.shape == SHAPE_ARRAY || variable->is_spawn_target) {
        return HOME_PLACE;
    }
    if (variable->type.shape == SHAPE_STRUCT && !variable->is_result && !variable->is_named_by_macro) {
        return HOME_PLACE;
    }
    return HOME_COPY;
}

static enum home choose_home(const struct kernel *kernel, const struct variable *variable)
{
    if (variable->is_spawn_target ||
        (kernel->task != NULL && variable->is_parameter && !variable->is_common)) {
        return variable->is_spawn_target ? HOME_PLACE : HOME_COPY;
    }
    if (variable->is_parameter) {
        return variable->is_written ? HOME_COPY : HOME_ARGUMENT;
    }
    if (variable->type.space == SPACE_LOCAL) {
        return HOME_LOCAL;
    }
    if (variable->type.space == SPACE_CONSTANT || variable->is_static) {
        return HOME_CONSTANT;
    }
    /* A helper that returns nothing where it should writes no result, and the call still reads one. */
    if (variable->is_transmit || (variable->is_result && !variable->is_written) ||
        variable->state_count > 1 || uses_given_apart(variable)) {
        return home_across_states(variable);
    }
    return HOME_TEXT;
}

/* A declaration of which some variable leaves the text is taken apart, so none of its names may hide in a
 * macro. */
static void check_declaration(const struct kernel *kernel, const struct item *item)
{
    const struct function *function = kernel->function;
    struct found_sites variables = sites_find(function, SITE_VARIABLE, item->range);
    const struct variable *moved = NULL;
    const struct variable *hidden = NULL;

    for (size_t i = 0; i < variables.count; ++i) {
        const struct variable *variable = function->variables.items[variables.items[i].index];

        if (variable->is_flat) {
            moved = variable->home == HOME_TEXT ? moved : variable;
            hidden = variable->is_editable ? hidden : variable;
        }
    }
    if (moved != NULL && hidden != NULL) {
        diag_error(
            ERROR_MACRO_DECLARATION, kernel->source, hidden->offset, "write the declaration out.",
            "'%s' lives across a barrier or primitive, or in local memory, and a macro expansion declares it",
            moved->name);
    }
}

/* The room that a field shares with those of other variables. */
static char room_of(const struct variable *variable)
{
    switch (variable->home) {
    case HOME_COPY:
    case HOME_PLACE:
        return 'v';
    case HOME_LOCAL:
        return 'l';
    case HOME_CONSTANT:
        return 'c';
    default:
        return 'a';
    }
}

/* Names that are taken, and how often each was wanted. */
struct fields {
    struct set taken;
    struct set wanted;
};

static void choose_field(const struct kernel *kernel, struct variable *variable, struct fields *fields)
{
    char room = room_of(variable);
    const char *field = variable->name;
    size_t count;

    if (variable->home == HOME_TEXT) {
        return;
    }
    count = set_add(&fields->wanted, string_printf("%c%s", room, field));
    if (variable->home == HOME_CONSTANT) {
        field = string_printf("coop_constant_%s_%s", kernel->name, variable->name);
    }
    for (size_t i = count > 2 ? count : 2; set_count(&fields->taken, string_printf("%c%s", room, field)) > 0;
         ++i) {
        field = string_printf("%s_%zu", variable->name, i);
    }
    (void)set_add(&fields->taken, string_printf("%c%s", room, field));
    variable->field = field;
}

/* Whether the variable's type is an enumeration of the kernel's text. */
static bool is_of_enumeration(const struct kernel *kernel, const struct variable *variable)
{
    struct tokens type = {.list = {NULL, 0, 0}};

    if (kernel->enumerations.count == 0) {
        return false;
    }
    lex(&type, variable->type.object.prefix, 0, strlen(variable->type.object.prefix));
    for (size_t i = 0; i < kernel->enumerations.count; ++i) {
        const struct enumeration *enumeration = &kernel->enumerations.items[i];
        struct tokens text = {.list = {NULL, 0, 0}};

        lex(&text, kernel->source->text, enumeration->text.begin, enumeration->text.end);
        for (size_t j = 0; j + 1 < text.list.count && text.list.items[j + 1].kind == TOKEN_WORD; ++j) {
            for (size_t k = 0; k + 1 < type.list.count && token_is(&text, j, "enum"); ++k) {
                if (token_is(&type, k, "enum") && token_is(&type, k + 1, token_spelling(&text, j + 1))) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* A constant leaves the kernel, and the enumerations in it do not. */
static void check_constant(const struct kernel *kernel, const struct variable *variable)
{
    const struct function *function = kernel->function;
    struct found_sites references = sites_find(function, SITE_REFERENCE, variable->initial);

    for (size_t i = 0; i < references.count && variable->home == HOME_CONSTANT; ++i) {
        const struct reference *reference = &function->references.items[references.items[i].index];

        for (size_t j = 0; j < function->enumerators.count; ++j) {
            if (reference->variable == NULL &&
                strcmp(reference->name, function->enumerators.items[j].name) == 0) {
                diag_error(ERROR_ENUMERATION_IN_KERNEL, kernel->source, reference->offset,
                           "declare the enumeration outside the kernel.",
                           "the constant '%s' is initialised with '%s', an enumerator that is declared "
                           "inside the kernel",
                           variable->name, reference->name);
            }
        }
    }
}

static void check_crossing(const struct kernel *kernel, const struct variable *variable)
{
    bool is_kept = (variable->home == HOME_COPY && !variable->is_set_anew) || variable->home == HOME_PLACE;

    if (variable->is_flat && variable->home != HOME_TEXT && variable->aligned != NULL &&
        !string_begins(variable->aligned, "aligned(") && !string_begins(variable->aligned, "__aligned__(")) {
        diag_error(ERROR_ALIGNMENT, kernel->source, variable->offset,
                   "write __attribute__((aligned(...))) out.", "coopc cannot read the alignment of '%s'",
                   variable->name);
    }
    if (variable->is_flat && variable->home != HOME_TEXT && is_of_enumeration(kernel, variable)) {
        diag_error(ERROR_ENUMERATION_IN_KERNEL, kernel->source, variable->offset,
                   "declare the enumeration outside the kernel.",
                   "'%s' lives across a barrier or primitive, or in local memory, and its type is an "
                   "enumeration that is declared inside the kernel",
                   variable->name);
    }
    if (variable->is_flat && is_kept && variable->type.shape == SHAPE_OPAQUE) {
        diag_error(ERROR_TYPE_ACROSS_BARRIER, kernel->source, variable->offset,
                   "declare it where it is used.",
                   "'%s' has a type that cannot be kept across a barrier or primitive", variable->name);
    }
}

static void note_rules(struct kernel *kernel)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->calls.count; ++i) {
        enum operation operation = function->calls.items[i].operation;

        kernel->shrinks |= operation_shrinks(operation);
        kernel->grows |= operation_forks(operation);
        kernel->meets |= operation_meets(operation);
    }
    kernel->kill_any = function_has_variant(function, VARIANT_KILL_ANY);
    kernel->may_kill_all = function_has_variant(function, VARIANT_MAY_KILL_ALL);
    kernel->transmits_live = function_has_variant(function, VARIANT_TRANSMIT_LIVE);
}

void variables_place(struct kernel *kernel)
{
    struct function *function = kernel->function;
    struct fields fields = {.taken.entries = NULL};

    note_rules(kernel);
    uses_find(kernel);
    for (size_t i = 0; i < function->variables.count; ++i) {
        struct variable *variable = function->variables.items[i];

        if (variable->is_flat || variable->is_parameter) {
            variable->home = choose_home(kernel, variable);
            variable->is_set_anew = variable->home == HOME_COPY && variable->type.shape == SHAPE_POINTER &&
                                    variable->type.holds_private_pointer && anew_is_set(kernel, variable);
        }
    }
    pointee_place(kernel);
    for (size_t i = 0; i < kernel->states.count; ++i) {
        for (size_t j = 0; j < kernel->states.items[i].items.count; ++j) {
            if (kernel->states.items[i].items.items[j].kind == ITEM_DECLARE) {
                check_declaration(kernel, &kernel->states.items[i].items.items[j]);
            }
        }
    }
    for (size_t i = 0; i < function->variables.count; ++i) {
        choose_field(kernel, function->variables.items[i], &fields);
        check_crossing(kernel, function->variables.items[i]);
        check_constant(kernel, function->variables.items[i]);
    }
    names_choose(kernel);
}

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
}
