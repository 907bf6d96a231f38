/* The names of a kernel's variables inside its states, and the edits of those that live elsewhere. */
#include "coopc/lower/names.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/text/text.h"

static const char macro_remedy[] =
    "give the macro the variable as an argument, or give the variable another name.";

/* The words that a declaration of the type spells, but for tags. */
static void add_words(struct set *words, const struct type *type)
{
    static const char *const tags[] = {"struct", "union", "enum", NULL};
    struct tokens tokens = {.list = {NULL, 0, 0}};

    lex(&tokens, type->object.prefix, 0, strlen(type->object.prefix));
    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (i == 0 || !string_is_one_of(token_spelling(&tokens, i - 1), tags)) {
            (void)set_add(words, token_spelling(&tokens, i));
        }
    }
}

/* Whether a replaced parameter's text stands where the helper declares the variable's name for a block. */
static bool is_hidden_in_helper(const struct kernel *kernel, size_t index, const struct use *use)
{
    const struct function *function = kernel->function;
    const struct state *state = &kernel->states.items[index];
    bool is_replaced = false;

    for (size_t i = 0; i < state->references.count && !is_replaced && kernel->inlinings.count > 0; ++i) {
        const struct reference *reference = &function->references.items[state->references.items[i]];

        is_replaced = reference->variable == use->variable && reference->place != NULL;
    }
    for (size_t i = 0; i < function->variables.count && is_replaced; ++i) {
        const struct variable *other = function->variables.items[i];

        if (other != use->variable && !other->is_flat && strcmp(other->name, use->name) == 0 &&
            state_at(kernel, other->offset) == index) {
            return true;
        }
    }
    return false;
}

/* The names that a state's text has, or gets from coopc. */
struct state_names {
    struct set uses;   /* of variables that have one there */
    struct set types;  /* words of their types */
    struct set others; /* of what is no variable */
};

static bool has_name(const struct variable *variable)
{
    return variable->home == HOME_ARGUMENT || variable->has_alias || variable->home == HOME_COPY ||
           variable->home == HOME_TEXT;
}

static void find_names(struct state_names *names, const struct kernel *kernel, const struct state *state)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        if (has_name(state->uses.items[i].variable)) {
            (void)set_add(&names->uses, state->uses.items[i].name);
            add_words(&names->types, &state->uses.items[i].variable->type);
        }
    }
    for (size_t i = 0; i < state->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[state->references.items[i]];

        if (reference->variable == NULL) {
            (void)set_add(&names->others, reference->name);
        }
    }
}

/* Whether another variable of the state that was declared before has the name. */
static bool is_of_earlier(const struct state *state, const struct use *use)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        const struct use *other = &state->uses.items[i];

        if (has_name(other->variable) && other->variable->index < use->variable->index &&
            strcmp(other->name, use->name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_name_taken(const struct kernel *kernel, size_t index, const struct state_names *names,
                          const struct use *use)
{
    const struct state *state = &kernel->states.items[index];

    if (set_count(&names->types, use->name) > 0 || set_count(&names->others, use->name) > 0 ||
        (set_count(&names->uses, use->name) > 1 && is_of_earlier(state, use)) ||
        is_hidden_in_helper(kernel, index, use)) {
        return true;
    }
    for (size_t i = 0; i < kernel->enumerations.count; ++i) {
        if (enumeration_is_used(&kernel->enumerations.items[i], state) &&
            enumeration_names(kernel, &kernel->enumerations.items[i], use->name)) {
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
             reference->place == NULL
                 ? name
                 : string_printf("(%s%s%s)", reference->place, name, reference->subscripts));
}

/* Replaced parameters have the variable's name in each state, whether it is a new one or not. */
static void name_replaced(const struct kernel *kernel, const struct state *state, const struct use *use)
{
    for (size_t i = 0; i < state->references.count && kernel->inlinings.count > 0; ++i) {
        const struct reference *reference = &kernel->function->references.items[state->references.items[i]];

        if (reference->variable == use->variable && reference->place != NULL) {
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
    for (size_t i = 0; i < state->references.count; ++i) {
        const struct reference *reference = &function->references.items[state->references.items[i]];

        if (reference->variable != variable) {
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

static void choose_names(struct kernel *kernel, size_t index)
{
    struct state *state = &kernel->states.items[index];
    struct state_names names = {.uses.entries = NULL};

    find_names(&names, kernel, state);
    for (size_t i = 0; i < state->uses.count; ++i) {
        struct use *use = &state->uses.items[i];

        if (use->variable->has_alias && is_name_taken(kernel, index, &names, use)) {
            diag_error(ERROR_MACRO_NAMES_VARIABLE, kernel->source, use->variable->offset, macro_remedy,
                       "a macro expansion uses '%s', which shadows another '%s' between the same barriers",
                       use->variable->name, use->variable->name);
        } else if ((use->variable->home == HOME_COPY || use->variable->home == HOME_TEXT ||
                    use->variable->home == HOME_ARGUMENT) &&
                   is_name_taken(kernel, index, &names, use)) {
            rename_use(kernel, state, use);
        }
        if (place_of(use->variable) == NULL) {
            name_replaced(kernel, state, use);
        }
    }
}

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

/* A macro that uses its argument twice refers twice to one token. */
static void forget_repeated(struct function *function)
{
    struct found_sites sites = sites_find(function, SITE_REFERENCE, (struct range){0, SIZE_MAX});
    const struct reference *known = NULL;

    for (size_t i = 0; i < sites.count; ++i) {
        struct reference *reference = &function->references.items[sites.items[i].index];

        if (!reference->is_editable) {
            continue;
        }
        if (known != NULL && known->offset == reference->offset) {
            reference->is_editable = false;
            reference->name = "";
            reference->variable = NULL;
        } else {
            known = reference;
        }
    }
}

void names_choose(struct kernel *kernel)
{
    struct function *function = kernel->function;

    forget_repeated(function);
    for (size_t i = 0; i < function->references.count; ++i) {
        if (function->references.items[i].variable != NULL) {
            edit_reference(kernel, &function->references.items[i]);
        }
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        choose_names(kernel, i);
    }
}
