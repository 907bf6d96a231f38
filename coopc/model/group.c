/* Which functions need the group: those that call a work-item function, themselves or through others. */
#include "coopc/model/group.h"

#include <string.h>

const char *const work_item_functions[] = {
    "get_work_dim",
    "get_global_size",
    "get_global_id",
    "get_local_size",
    "get_num_groups",
    "get_group_id",
    "get_global_offset",
    "get_enqueued_local_size",
    "get_local_id",
    "get_global_linear_id",
    "get_local_linear_id",
    "get_sub_group_size",
    "get_max_sub_group_size",
    "get_num_sub_groups",
    "get_enqueued_num_sub_groups",
    "get_sub_group_id",
    "get_sub_group_local_id",
    "want_groups",
    NULL,
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

void group_mark(struct model *model)
{
    bool is_changed = true;

    while (is_changed) {
        is_changed = false;
        for (size_t i = 0; i < model->units.count; ++i) {
            is_changed |= mark_unit(model, model->units.items[i]);
        }
    }
}

/* The local size that a kernel requires: its definition says so, or another declaration of it. */

static void take(struct kernel *kernel, const struct function *declaration)
{
    if (!declaration->requires_size) {
        return;
    }
    if (kernel->requires_size) {
        kernel->requires_sizes |=
            memcmp(kernel->local_items, declaration->local_items, sizeof kernel->local_items) != 0;
        return;
    }
    kernel->requires_size = true;
    memcpy(kernel->local_items, declaration->local_items, sizeof kernel->local_items);
}

void work_group_size_find(struct kernel *kernel)
{
    take(kernel, kernel->function);
    for (size_t i = 0; i < kernel->unit->functions.count; ++i) {
        const struct function *function = kernel->unit->functions.items[i];

        if (function->canonical == kernel->function->canonical) {
            take(kernel, function);
        }
    }
}
