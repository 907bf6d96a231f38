/* A kernel. */
#include "coopc/model/kernel.h"

#include <string.h>

struct inlining *inlining_at(const struct kernel *kernel, size_t offset)
{
    for (size_t i = 0; i < kernel->inlinings.count; ++i) {
        const struct range *copy = &kernel->inlinings.items[i]->copy;

        if (offset >= copy->begin && offset < copy->end) {
            return kernel->inlinings.items[i];
        }
    }
    return NULL;
}

bool kernel_begins_at(const struct kernel *kernel, enum operation operation)
{
    return operation_forks(operation) || (kernel->may_kill_all && operation == OPERATION_OFFER_KILL);
}

bool range_splits(const struct kernel *kernel, struct range range)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (operation_splits(call->operation) && range_holds(range, call->offset)) {
            return true;
        }
    }
    return false;
}

bool enumeration_names(const struct kernel *kernel, const struct enumeration *enumeration, const char *name)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->enumerators.count; ++i) {
        if (range_holds(enumeration->text, function->enumerators.items[i].offset) &&
            strcmp(function->enumerators.items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool enumeration_is_used(const struct enumeration *enumeration, const struct state *state)
{
    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];
        size_t offset = item->kind == ITEM_PARAMETERS ? item->arguments.begin : item->range.begin;
        bool is_used = range_holds(enumeration->scope, offset);

        for (size_t j = 0; j < item->branches.count; ++j) {
            is_used |= range_holds(enumeration->scope, item->branches.items[j].text.begin);
        }
        if (is_used) {
            return true;
        }
    }
    return false;
}
