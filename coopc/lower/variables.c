/* Where each variable of a kernel lives, and the edits that follow from it.
 *
 * A variable that one state declares and uses stays text. A parameter that is only read becomes a constant at
 * the top of the step function. What crosses states is a member of coop_v: scalars, vectors and pointers are
 * copied into a variable of the user's name while a state runs (so that macros, swizzles and addresses keep
 * working), arrays and structs are used in place. local variables are members of coop_l, used in place. */
#include "coopc/lower/variables.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/statement.h"

static const char macro_remedy[] =
    "give the macro the variable as an argument, or give the variable another name.";

static struct use *use_get(struct state *state, struct variable *variable)
{
    struct use *use;

    for (size_t i = 0; i < state->uses.count; ++i) {
        if (state->uses.items[i].variable == variable) {
            return &state->uses.items[i];
        }
    }
    use = LIST_ADD(&state->uses);
    use->variable = variable;
    use->name = variable->name;
    return use;
}

static bool state_holds(const struct state *state, size_t offset)
{
    for (size_t i = 0; i < state->items.count; ++i) {
        if ((range_holds(state->items.items[i].range, offset) &&
             !range_holds(state->items.items[i].call, offset)) ||
            range_holds(state->items.items[i].arguments, offset)) {
            return true;
        }
        for (size_t j = 0; j < state->items.items[i].branches.count; ++j) {
            if (range_holds(state->items.items[i].branches.items[j].text, offset)) {
                return true;
            }
        }
    }
    return false;
}

/* A parameter that gets its value in another state than the text of its helper. */
static bool is_given_apart(const struct variable *variable)
{
    return variable->inlining != NULL && variable->inlining->is_apart &&
           range_holds(variable->inlining->parameters, variable->offset);
}

/* The results of inlined helpers have no text of their own. */
static void find_results(struct state *state)
{
    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];

        if (item->value != NULL) {
            (void)use_get(state, item->value);
        }
        if (item->result != NULL) {
            use_get(state, item->result)->is_written = true;
        }
    }
    for (size_t i = 0; i < state->results.count; ++i) {
        use_get(state, state->results.items[i])->is_written = true;
    }
}

static void find_uses(struct kernel *kernel, struct state *state)
{
    struct function *function = kernel->function;

    for (size_t i = 0; i < function->variables.count; ++i) {
        struct variable *variable = function->variables.items[i];

        if (variable->is_flat && !is_given_apart(variable) && state_holds(state, variable->offset)) {
            struct use *use = use_get(state, variable);

            use->is_declared = true;
            use->is_written |= variable->initial.end > 0;
        }
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->variable != NULL &&
            (reference->variable->is_flat || reference->variable->is_parameter) &&
            state_holds(state, reference->offset)) {
            use_get(state, reference->variable)->is_written |= reference->is_write;
        }
    }
    find_results(state);
}

static size_t count_states(const struct kernel *kernel, const struct variable *variable, bool *is_written)
{
    size_t count = 0;

    for (size_t i = 0; i < kernel->states.count; ++i) {
        for (size_t j = 0; j < kernel->states.items[i].uses.count; ++j) {
            const struct use *use = &kernel->states.items[i].uses.items[j];

            if (use->variable == variable) {
                ++count;
                *is_written |= use->is_written;
            }
        }
    }
    return count;
}

static bool is_named_by_macro(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == variable && !reference->is_editable) {
            return true;
        }
    }
    return false;
}

static enum home home_across_states(const struct kernel *kernel, const struct variable *variable)
{
    if (variable->type.shape == SHAPE_ARRAY) {
        return HOME_PLACE;
    }
    if (variable->type.shape == SHAPE_STRUCT && !variable->is_result &&
        !is_named_by_macro(kernel, variable)) {
        return HOME_PLACE;
    }
    return HOME_COPY;
}

static enum home choose_home(const struct kernel *kernel, const struct variable *variable)
{
    bool is_written = false;
    size_t count = count_states(kernel, variable, &is_written);

    if (variable->is_parameter) {
        return is_written ? HOME_COPY : HOME_ARGUMENT;
    }
    if (variable->type.space == SPACE_LOCAL) {
        return HOME_LOCAL;
    }
    if (variable->type.space == SPACE_CONSTANT || variable->is_static) {
        return HOME_CONSTANT;
    }
    /* A helper that returns nothing where it should writes no result, and the call still reads one. */
    if (variable->is_transmit || (variable->is_result && !is_written) || count > 1 ||
        is_given_apart(variable)) {
        return home_across_states(kernel, variable);
    }
    return HOME_TEXT;
}

/* The uses of the variable in the item's text; `only` is the last of them. */
static size_t count_references(const struct kernel *kernel, const struct item *item,
                               const struct variable *variable, const struct reference **only)
{
    size_t count = 0;

    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];
        bool is_own =
            range_holds(item->range, reference->offset) || range_holds(item->arguments, reference->offset);

        for (size_t j = 0; j < item->branches.count; ++j) {
            is_own |= range_holds(item->branches.items[j].text, reference->offset);
        }
        if (reference->variable == variable && is_own) {
            *only = reference;
            ++count;
        }
    }
    return count;
}

/* Whether the first thing that the state does with the variable is to assign it as a whole, in a statement or
 * by its declaration's initialiser. */
static bool is_set_first(const struct kernel *kernel, const struct state *state,
                         const struct variable *variable)
{
    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];
        const struct reference *reference = NULL;
        size_t count = count_references(kernel, item, variable, &reference);

        if (item->kind == ITEM_DECLARE && range_holds(item->range, variable->offset)) {
            if (count > 0 || variable->initial.end > 0) {
                return count == 0;
            }
        } else if (count > 0) {
            return count == 1 && item->kind == ITEM_TEXT && reference->access == ACCESS_WRITE &&
                   reference->is_editable && reference->offset == item->range.begin;
        }
    }
    return true;
}

/* Whether no state needs what an earlier one left in the variable. */
static bool is_set_anew(const struct kernel *kernel, const struct variable *variable)
{
    if (variable->is_transmit || variable->is_result || variable->is_replaced || is_given_apart(variable) ||
        !variable->is_editable) {
        return false;
    }
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == variable && reference->access == ACCESS_ADDRESS) {
            return false;
        }
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        if (!is_set_first(kernel, &kernel->states.items[i], variable)) {
            return false;
        }
    }
    return true;
}

/* A declaration of which some variable leaves the text is taken apart, so none of its names may hide in a
 * macro. */
static void check_declaration(const struct kernel *kernel, const struct item *item)
{
    const struct function *function = kernel->function;
    const struct variable *moved = NULL;
    const struct variable *hidden = NULL;

    for (size_t i = 0; i < function->variables.count; ++i) {
        const struct variable *variable = function->variables.items[i];

        if (variable->is_flat && range_holds(item->range, variable->offset)) {
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

static bool is_same_room(enum home left, enum home right)
{
    bool left_is_private = left == HOME_COPY || left == HOME_PLACE;
    bool right_is_private = right == HOME_COPY || right == HOME_PLACE;

    return left_is_private ? right_is_private : left == right;
}

static bool is_field_taken(const struct kernel *kernel, size_t limit, enum home home, const char *field)
{
    for (size_t i = 0; i < limit; ++i) {
        const struct variable *other = kernel->function->variables.items[i];

        if (other->field != NULL && is_same_room(other->home, home) && strcmp(other->field, field) == 0) {
            return true;
        }
    }
    return false;
}

static void choose_field(const struct kernel *kernel, size_t index)
{
    struct variable *variable = kernel->function->variables.items[index];
    const char *field = variable->name;

    if (variable->home == HOME_TEXT) {
        return;
    }
    if (variable->home == HOME_CONSTANT) {
        field = string_printf("coop_constant_%s_%s", kernel->name, variable->name);
    }
    for (size_t i = 2; is_field_taken(kernel, index, variable->home, field); ++i) {
        field = string_printf("%s_%zu", variable->name, i);
    }
    variable->field = field;
}

/* Whether the variable's type is an enumeration of the kernel's text. */
static bool is_of_enumeration(const struct kernel *kernel, const struct variable *variable)
{
    struct tokens type = {.list = {NULL, 0, 0}};

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

    for (size_t i = 0; i < function->references.count && variable->home == HOME_CONSTANT; ++i) {
        const struct reference *reference = &function->references.items[i];

        for (size_t j = 0; j < function->enumerators.count; ++j) {
            if (range_holds(variable->initial, reference->offset) && reference->variable == NULL &&
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

    if (variable->inlining != NULL && is_kept && variable->type.holds_private_pointer) {
        diag_error(
            ERROR_PRIVATE_POINTER, kernel->source, variable->offset,
            "pass and return values or pointers to local memory, and write the pointer's address space.",
            variable->is_result ? "the result of '%s' may point to a private variable of the kernel, whose "
                                  "address may change at the barrier"
                                : "'%s' may point to a private variable of the kernel, whose address may "
                                  "change at the barrier",
            variable->is_result ? variable->inlining->helper->name : variable->name);
    } else if (variable->is_flat && is_kept && variable->type.holds_private_pointer) {
        diag_error(ERROR_PRIVATE_POINTER, kernel->source, variable->offset,
                   "write the pointer's address space (global, local or constant), or set the pointer again "
                   "after each barrier.",
                   "'%s' may point to a private variable and lives across a barrier or primitive",
                   variable->name);
    }
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

/* --- names inside a state --- */

/* Whether a declaration of the variable's type spells the name, otherwise than as a tag. */
static bool is_spelled_by(const struct type *type, const char *name)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};

    lex(&tokens, type->object.prefix, 0, strlen(type->object.prefix));
    for (size_t i = 0; i < tokens.list.count; ++i) {
        bool is_tag = i > 0 && (token_is(&tokens, i - 1, "struct") || token_is(&tokens, i - 1, "union") ||
                                token_is(&tokens, i - 1, "enum"));

        if (!is_tag && token_is(&tokens, i, name)) {
            return true;
        }
    }
    return false;
}

/* Whether a replaced parameter's text stands where the helper declares the variable's name for a block. */
static bool is_hidden_in_helper(const struct kernel *kernel, const struct state *state, const struct use *use)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->variable != use->variable || reference->place == NULL ||
            !state_holds(state, reference->offset)) {
            continue;
        }
        for (size_t j = 0; j < function->variables.count; ++j) {
            const struct variable *other = function->variables.items[j];

            if (other != use->variable && !other->is_flat && strcmp(other->name, use->name) == 0 &&
                state_holds(state, other->offset)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_name_taken(const struct kernel *kernel, const struct state *state, size_t index)
{
    const struct use *use = &state->uses.items[index];

    for (size_t i = 0; i < state->uses.count; ++i) {
        const struct use *other = &state->uses.items[i];
        bool has_name = other->variable->home == HOME_ARGUMENT || other->variable->has_alias ||
                        other->variable->home == HOME_COPY || other->variable->home == HOME_TEXT;

        if (has_name && other->variable->index < use->variable->index &&
            strcmp(other->name, use->name) == 0) {
            return true;
        }
        if (has_name && is_spelled_by(&other->variable->type, use->name)) {
            return true;
        }
    }
    if (is_hidden_in_helper(kernel, state, use)) {
        return true;
    }
    for (size_t i = 0; i < kernel->enumerations.count; ++i) {
        if (enumeration_is_used(&kernel->enumerations.items[i], state) &&
            enumeration_names(kernel, &kernel->enumerations.items[i], use->name)) {
            return true;
        }
    }
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == NULL && strcmp(reference->name, use->name) == 0 &&
            state_holds(state, reference->offset)) {
            return true;
        }
    }
    return false;
}

static const char *place_of(const struct variable *variable)
{
    switch (variable->home) {
    case HOME_PLACE:
        return string_printf("(coop_v->%s)", variable->field);
    case HOME_LOCAL:
        return string_printf("(coop_l->%s)", variable->field);
    case HOME_CONSTANT:
        return variable->field;
    default:
        return NULL;
    }
}

/* A reference's name becomes another; that of a replaced parameter, whose name has another length, all that
 * stands for it. */
static void edit_name(const struct kernel *kernel, const struct reference *reference, const char *name)
{
    edit_add(kernel->source, reference->offset, reference->offset + strlen(reference->name),
             reference->place == NULL ? name : string_printf("(%s%s)", reference->place, name));
}

/* Replaced parameters have the variable's name in each state, whether it is a new one or not. */
static void name_replaced(const struct kernel *kernel, const struct state *state, const struct use *use)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == use->variable && reference->place != NULL &&
            state_holds(state, reference->offset)) {
            edit_name(kernel, reference, use->name);
        }
    }
}

static void rename_use(const struct kernel *kernel, const struct state *state, struct use *use)
{
    const struct function *function = kernel->function;
    const struct variable *variable = use->variable;
    size_t length = strlen(variable->name);

    use->name = string_printf("coop_%s_%zu", variable->name, variable->index);
    if (variable->home == HOME_TEXT) {
        edit_add(kernel->source, variable->offset, variable->offset + length, use->name);
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->variable != variable || !state_holds(state, reference->offset)) {
            continue;
        }
        if (!reference->is_editable || (variable->home == HOME_TEXT && !variable->is_editable)) {
            diag_error(ERROR_MACRO_NAMES_VARIABLE, kernel->source, reference->offset, macro_remedy,
                       "a macro expansion uses '%s', which shadows another '%s' between the same barriers",
                       variable->name, variable->name);
            return;
        }
        if (reference->place == NULL) {
            edit_name(kernel, reference, use->name);
        }
    }
}

static void choose_names(struct kernel *kernel, struct state *state)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        struct use *use = &state->uses.items[i];

        if (use->variable->has_alias && is_name_taken(kernel, state, i)) {
            diag_error(ERROR_MACRO_NAMES_VARIABLE, kernel->source, use->variable->offset, macro_remedy,
                       "a macro expansion uses '%s', which shadows another '%s' between the same barriers",
                       use->variable->name, use->variable->name);
        } else if ((use->variable->home == HOME_COPY || use->variable->home == HOME_TEXT ||
                    use->variable->home == HOME_ARGUMENT) &&
                   is_name_taken(kernel, state, i)) {
            rename_use(kernel, state, use);
        }
        if (place_of(use->variable) == NULL) {
            name_replaced(kernel, state, use);
        }
    }
}

/* --- edits of variables that are used in place --- */

static void edit_reference(const struct kernel *kernel, const struct reference *reference)
{
    struct variable *variable = reference->variable;
    const char *place = place_of(variable);

    if (place == NULL) {
        return;
    }
    if (reference->is_editable) {
        edit_name(kernel, reference, place);
    } else if (variable->home == HOME_CONSTANT || variable->type.shape != SHAPE_ARRAY ||
               reference->is_sizeof) {
        diag_error(ERROR_MACRO_NAMES_VARIABLE, kernel->source, reference->offset, macro_remedy,
                   "a macro expansion uses '%s', which coopc must replace here", variable->name);
    } else {
        variable->has_alias = true;
    }
}

static void edit_references(struct kernel *kernel)
{
    struct function *function = kernel->function;

    for (size_t i = 0; i < function->references.count; ++i) {
        struct reference *reference = &function->references.items[i];
        bool is_known = false;

        /* A macro that uses its argument twice refers twice to one token. */
        for (size_t j = 0; j < i; ++j) {
            is_known |= reference->is_editable && function->references.items[j].is_editable &&
                        function->references.items[j].offset == reference->offset;
        }
        if (is_known) {
            reference->is_editable = false;
            reference->name = "";
            reference->variable = NULL;
        } else if (reference->variable != NULL) {
            edit_reference(kernel, reference);
        }
    }
}

void variables_place(struct kernel *kernel)
{
    struct function *function = kernel->function;

    for (size_t i = 0; i < kernel->states.count; ++i) {
        find_uses(kernel, &kernel->states.items[i]);
    }
    for (size_t i = 0; i < function->variables.count; ++i) {
        struct variable *variable = function->variables.items[i];

        if (variable->is_flat || variable->is_parameter) {
            variable->home = choose_home(kernel, variable);
            variable->is_set_anew = variable->home == HOME_COPY && variable->type.shape == SHAPE_POINTER &&
                                    variable->type.holds_private_pointer && is_set_anew(kernel, variable);
        }
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        for (size_t j = 0; j < kernel->states.items[i].items.count; ++j) {
            if (kernel->states.items[i].items.items[j].kind == ITEM_DECLARE) {
                check_declaration(kernel, &kernel->states.items[i].items.items[j]);
            }
        }
    }
    for (size_t i = 0; i < function->variables.count; ++i) {
        choose_field(kernel, i);
        check_crossing(kernel, function->variables.items[i]);
        check_constant(kernel, function->variables.items[i]);
    }
    edit_references(kernel);
    for (size_t i = 0; i < kernel->states.count; ++i) {
        choose_names(kernel, &kernel->states.items[i]);
    }
}
