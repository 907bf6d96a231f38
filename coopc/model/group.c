/* Helpers that use work-item functions.
 *
 * Inside the module a work-item function is a macro over an identifier `coop`, the group. A helper that calls
 * one, itself or through another helper, is renamed and gets the group as its first parameter; a macro of the
 * helper's old name, defined behind its first declaration, passes the caller's `coop`. */
#include "coopc/model/group.h"

#include <string.h>

const char *const work_item_functions[] = {
    "get_work_dim",   "get_global_size",      "get_global_id",       "get_local_size",
    "get_num_groups", "get_group_id",         "get_global_offset",   "get_enqueued_local_size",
    "get_local_id",   "get_global_linear_id", "get_local_linear_id", NULL,
};

static bool calls_group(const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        if (call->function == NULL ? string_is_one_of(call->name, work_item_functions)
                                   : call->function->canonical->needs_group) {
            return true;
        }
    }
    return false;
}

static void edit_declaration(struct function *function)
{
    struct source *source = function->source;
    const struct tokens *tokens = &source->tokens;
    size_t name = token_at(tokens, function->offset);
    size_t open = name + 1;
    size_t close = token_match(tokens, open, tokens->list.count);

    if (!token_is(tokens, open, "(") || close >= tokens->list.count) {
        return;
    }
    edit_add(source, function->offset, tokens->list.items[name].end,
             string_printf("coop_h_%s", function->name));
    if (function->parameter_count == 0) {
        edit_add(source, tokens->list.items[open].end, tokens->list.items[close].begin,
                 "local struct coop_group *coop");
    } else {
        edit_add(source, tokens->list.items[open].end, tokens->list.items[open].end,
                 "local struct coop_group *coop, ");
    }
}

/* The macro stands behind the declaration's last token. */
static void add_macro(struct function *function)
{
    struct source *source = function->source;
    const struct tokens *tokens = &source->tokens;
    size_t end = function->end;
    size_t last = token_at(tokens, end);
    const char *macro =
        function->parameter_count == 0
            ? string_printf("#define %s() coop_h_%s(coop)", function->name, function->name)
            : string_printf("#define %s(...) coop_h_%s(coop, __VA_ARGS__)", function->name, function->name);

    if (!function->has_body && token_is(tokens, last, ";")) {
        end = tokens->list.items[last].end;
    }
    edit_add(source, end, end,
             string_printf("\n%s\n#line %zu \"%s\"\n", macro, source_line(source, end), source->path));
}

/* A function that this unit only declares is the one that another defines. */
static bool is_marked_elsewhere(const struct model *model, const struct function *function)
{
    const struct function *definition = find_definition(model, function);

    return definition != NULL && definition->canonical->needs_group;
}

static bool mark_unit(const struct model *model, struct unit *unit)
{
    bool is_changed = false;

    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        if (function->kind == FUNCTION_HELPER && !function->canonical->needs_group &&
            (calls_group(function) || is_marked_elsewhere(model, function))) {
            function->canonical->needs_group = true;
            is_changed = true;
        }
    }
    return is_changed;
}

void helpers_mark(struct model *model)
{
    bool is_changed = true;

    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < model->units.count; ++i) {
            is_changed |= mark_unit(model, model->units.items[i]);
        }
    }
}

void helpers_thread(struct unit *unit)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        if (function->canonical->needs_group && !function->canonical->splits) {
            edit_declaration(function);
            if (function == function->canonical) {
                add_macro(function);
            }
        }
    }
}
