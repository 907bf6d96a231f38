/* What coopc refuses of the calls that begin a work queue or flow graph, and go on with it. */
#include "coopc/check/side.h"

#include <string.h>

#include "coopc/diag/diag.h"

static bool is_given(const struct call *call, size_t index, const struct variable *variable)
{
    return index < call->named.count && call->named.items[index] == variable;
}

void check_side(const struct kernel *kernel, const struct side *side)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];
        bool is_begin = strcmp(call->name, side->begin) == 0;

        if (call->function != NULL || (!is_begin && strcmp(call->name, side->next) != 0)) {
            continue;
        }
        if (!is_given(call, 0, side->object) || (is_begin && !is_given(call, 1, side->shared))) {
            diag_error(side->error, kernel->source, call->offset,
                       is_begin ? string_printf("write %s(&%s, %s); here.", call->name, side->object->name,
                                                side->shared->name)
                                : string_printf("write %s(&%s%s); here.", call->name, side->object->name,
                                                coop_op_has_value(call->operation) ? ", value" : ""),
                       "'%s' is given something else than the '%s' of '%s'", call->name,
                       is_begin && is_given(call, 0, side->object) ? side->shared->name : side->object->name,
                       kernel->name);
        }
    }
}
