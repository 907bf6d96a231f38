/* Which accesses to global memory a run can check, and to whose buffers they may go.
 *
 * A pointer variable of a kernel leads to the buffers of all parameters from which values flow into it, in
 * whatever order. Where that cannot be told (a helper's parameter, a variable whose address is passed on, a
 * pointer out of memory) the device looks where the pointer is. */
#include "coopc/lower/address.h"

#include <stdint.h>
#include <string.h>

#include "coopc/lower/helpers.h"

/* The parameters to whose buffers each variable of a kernel leads, by its index: a bit for each of those that
 * are addresses, in the order of the module's header. */
struct leads {
    uint64_t *pointers;
    bool *are_unknown;
};

static void mark_parameters(const struct kernel *kernel, struct leads *leads)
{
    size_t number = 0;

    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        const struct variable *variable = kernel->arguments.members.items[i].variable;

        if (variable->type.shape == SHAPE_POINTER && !variable_is_local_parameter(variable)) {
            leads->pointers[variable->index] = (uint64_t)1 << number++;
        }
    }
}

static void mark_unknown(const struct kernel *kernel, struct leads *leads)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->variables.count; ++i) {
        leads->are_unknown[i] = function->variables.items[i]->inlining != NULL;
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->variable != NULL && reference->access == ACCESS_ADDRESS) {
            leads->are_unknown[reference->variable->index] = true;
        }
    }
}

static bool follow(const struct pointer_flow *flow, struct leads *leads)
{
    size_t to = flow->to->index;
    uint64_t pointers = flow->from == NULL ? 0 : leads->pointers[flow->from->index];
    bool is_unknown = flow->from == NULL || leads->are_unknown[flow->from->index];
    bool is_changed = (pointers & ~leads->pointers[to]) != 0 || (is_unknown && !leads->are_unknown[to]);

    leads->pointers[to] |= pointers;
    leads->are_unknown[to] |= is_unknown;
    return is_changed;
}

static struct leads find_leads(const struct kernel *kernel)
{
    const struct function *function = kernel->function;
    struct leads leads = {memory_allocate((function->variables.count + 1) * sizeof(uint64_t)),
                          memory_allocate(function->variables.count + 1)};
    bool is_changed = true;

    mark_parameters(kernel, &leads);
    mark_unknown(kernel, &leads);
    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < function->flows.count; ++i) {
            is_changed |= follow(&function->flows.items[i], &leads);
        }
    }
    return leads;
}

static size_t file_number(struct model *model, const char *path)
{
    size_t i = 0;

    while (i < model->files.count && strcmp(model->files.items[i], path) != 0) {
        ++i;
    }
    if (i == model->files.count) {
        *LIST_ADD(&model->files) = path;
    }
    return i;
}

/* A macro that makes text of its arguments shows the user what they are. */
static bool is_quoted(const struct source *source, size_t offset)
{
    struct place place = source_place(source, offset);
    const struct expansion *expansion = expansions_around(place.source->expansions, place.offset);
    struct tokens definition = {.text = NULL};

    if (expansion == NULL) {
        return false;
    }
    if (expansion->source != NULL) {
        definition = expansion_definition(expansion);
    }
    for (size_t i = 0; i < definition.list.count; ++i) {
        if (token_is(&definition, i, "#")) {
            return true;
        }
    }
    return expansion->source == NULL;
}

/* The pointer that the access is made through, as the module names it. */
static const char *base_name(const struct source *source, const struct dereference *access)
{
    struct range name = {access->base, access->base + strlen(access->variable->name)};
    const char *edited = edit_of(source, name);

    return edited == NULL ? access->variable->name : edited;
}

static bool has_one(uint64_t pointers)
{
    return pointers != 0 && (pointers & (pointers - 1)) == 0;
}

/* `pointers` is 0 where they are not known: then only the pointer's own place says where it may go, and an
 * expression that changes the pointer does not tell it. */
static void edit_access(struct model *model, struct source *source, const struct dereference *access,
                        uint64_t pointers)
{
    bool has_base = !has_one(pointers) && !access->is_moved;

    if ((pointers == 0 && !has_base) || is_quoted(source, access->base)) {
        return;
    }
    edit_wrap(source, access->range,
              string_printf("%s(%zu, 0x%llxul, %s, ", access->is_address ? "COOP_ADDRESS" : "COOP_OBJECT",
                            file_number(model, source_path(source, access->base)),
                            (unsigned long long)pointers, has_base ? base_name(source, access) : "0"),
              ")");
}

static void edit_kernel(struct model *model, const struct kernel *kernel)
{
    struct leads leads = find_leads(kernel);

    for (size_t i = 0; i < kernel->function->dereferences.count; ++i) {
        const struct dereference *access = &kernel->function->dereferences.items[i];
        size_t index = access->variable->index;

        edit_access(model, kernel->source, access, leads.are_unknown[index] ? 0 : leads.pointers[index]);
    }
}

static void edit_helper(struct model *model, const struct function *function)
{
    for (size_t i = 0; i < function->dereferences.count; ++i) {
        edit_access(model, function->source, &function->dereferences.items[i], 0);
    }
}

static bool has_group(const struct function *function)
{
    return !function->canonical->splits && (function->canonical->needs_group || function->is_checked);
}

void address_edit(struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        edit_kernel(model, model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        for (size_t j = 0; j < model->units.items[i]->functions.count; ++j) {
            const struct function *function = model->units.items[i]->functions.items[j];

            if (function->kind == FUNCTION_HELPER && function->has_body && has_group(function)) {
                edit_helper(model, function);
            }
        }
    }
}

/* Helpers of one name, in whichever file, get the group all or none. */
struct named {
    const char *name;
    bool wants;  /* it has accesses, or calls one that wants the group */
    bool may_be; /* it can have it, and all that call it have it, or can */
};

struct helpers {
    const struct model *model;
    LIST(struct named) list;
};

static struct named *find_named(const struct helpers *helpers, const char *name)
{
    for (size_t i = 0; i < helpers->list.count; ++i) {
        if (strcmp(helpers->list.items[i].name, name) == 0) {
            return &helpers->list.items[i];
        }
    }
    return NULL;
}

/* Whether another function of the unit has the name. */
static bool is_overloaded(const struct unit *unit, const struct function *function)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *other = unit->functions.items[i];

        if (other->canonical != function->canonical && strcmp(other->name, function->name) == 0) {
            return true;
        }
    }
    return false;
}

static bool can_take_group(const struct unit *unit, const struct function *function)
{
    return function->is_editable && !function->is_in_block && function->parameter_count > 0 &&
           !function->canonical->splits && !string_begins(function->name, "coop_") &&
           helper_has_list(function) && !is_overloaded(unit, function);
}

static void list_helpers(struct helpers *helpers)
{
    for (size_t i = 0; i < helpers->model->units.count; ++i) {
        const struct unit *unit = helpers->model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            const struct function *function = unit->functions.items[j];
            struct named *named = find_named(helpers, function->name);

            if (function->kind != FUNCTION_HELPER || function->canonical->needs_group) {
                continue;
            }
            if (named == NULL) {
                named = LIST_ADD(&helpers->list);
                *named = (struct named){function->name, false, true};
            }
            named->wants |= function->dereferences.count > 0 && !function->canonical->splits;
            named->may_be &= can_take_group(unit, function);
        }
    }
}

/* What the caller has of the group changes what those that it calls may have, and they what it wants. */
static bool spread(const struct helpers *helpers, const struct function *caller)
{
    struct named *above = find_named(helpers, caller->name);
    bool has_it = caller->kind != FUNCTION_HELPER || caller->canonical->splits ||
                  caller->canonical->needs_group || (above != NULL && above->may_be);
    bool is_changed = false;

    for (size_t i = 0; i < caller->calls.count; ++i) {
        struct named *named =
            caller->calls.items[i].function == NULL ? NULL : find_named(helpers, caller->calls.items[i].name);

        if (named != NULL && named->may_be && !has_it) {
            named->may_be = false;
            is_changed = true;
        }
        if (named != NULL && named->wants && above != NULL && !above->wants) {
            above->wants = true;
            is_changed = true;
        }
    }
    return is_changed;
}

void address_mark(struct model *model)
{
    struct helpers helpers = {.model = model};
    bool is_changed = true;

    list_helpers(&helpers);
    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < model->units.count; ++i) {
            for (size_t j = 0; j < model->units.items[i]->functions.count; ++j) {
                is_changed |= spread(&helpers, model->units.items[i]->functions.items[j]);
            }
        }
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        for (size_t j = 0; j < model->units.items[i]->functions.count; ++j) {
            struct function *function = model->units.items[i]->functions.items[j];
            const struct named *named = find_named(&helpers, function->name);

            function->is_checked = function->kind == FUNCTION_HELPER && !function->canonical->needs_group &&
                                   named != NULL && named->may_be && named->wants;
        }
    }
}
