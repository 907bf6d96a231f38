/* The local size that a kernel requires: its definition says so, or another declaration of it. */
#include "coopc/model/work_group_size.h"

#include <string.h>

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
