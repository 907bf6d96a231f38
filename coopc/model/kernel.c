/* A kernel. */
#include "coopc/model/kernel.h"

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
