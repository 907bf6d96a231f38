/* What a joining work-group does not have.
 *
 * It begins behind a fork point with the parameters as launched and the transmitted variables.
 * Whatever else is read behind the fork point before it is set has no value there. */
#include "coopc/check/fork.h"

#include <string.h>

#include "coopc/check/flow_effect.h"
#include "coopc/diag/diag.h"
#include "coopc/model/group.h"

static size_t line_of(const struct kernel *kernel, const struct call *call)
{
    return source_line(kernel->source, call->offset);
}

/* The first use, in the order of the flow behind a node, that needs the value from before it. */
static const struct reference *find_need(const struct flow *flow, size_t from,
                                         const struct variable *variable)
{
    bool *is_seen = memory_allocate(flow->nodes.count * sizeof *is_seen);
    LIST(size_t) reached = {NULL, 0, 0};

    *LIST_ADD(&reached) = from;
    for (size_t i = 0; i < reached.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[reached.items[i]];

        for (size_t j = 0; j < node->next.count; ++j) {
            size_t next = node->next.items[j];
            struct flow_effect effect = flow_effect(flow, next, variable);

            if (effect.is_needed) {
                return effect.need;
            }
            if (!is_seen[next] && !effect.is_set) {
                *LIST_ADD(&reached) = next;
            }
            is_seen[next] = true;
        }
    }
    return NULL;
}

/* Whether something that may run before the fork point changes the parameter. */
static bool is_changed_before(const struct flow *flow, size_t fork, const struct variable *variable)
{
    bool *is_seen = memory_allocate(flow->nodes.count * sizeof *is_seen);
    LIST(size_t) reached = {NULL, 0, 0};

    *LIST_ADD(&reached) = fork;
    for (size_t i = 0; i < reached.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[reached.items[i]];

        if (flow_may_write(flow, reached.items[i], variable)) {
            return true;
        }
        for (size_t j = 0; j < node->previous.count; ++j) {
            if (!is_seen[node->previous.items[j]]) {
                is_seen[node->previous.items[j]] = true;
                *LIST_ADD(&reached) = node->previous.items[j];
            }
        }
    }
    return false;
}

/* Whether the variable's initialiser tells work-items or work-groups apart. */
static bool is_of_work_item(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (call->function == NULL && range_holds(variable->initial, call->offset) &&
            string_is_one_of(call->name, work_item_functions)) {
            return true;
        }
    }
    return false;
}

static const char *variable_remedy(const struct kernel *kernel, const struct variable *variable, size_t line)
{
    if (is_of_work_item(kernel, variable)) {
        return string_printf(
            "set it again behind line %zu; transmitted, it would have the value of one work-item.", line);
    }
    if (!variable->is_root) {
        return string_printf(
            "set it again behind line %zu, or declare it transmit in the kernel's outermost block.", line);
    }
    return string_printf("declare it transmit, or set it again behind line %zu.", line);
}

static void warn_live(const struct kernel *kernel, const struct variable *variable, const struct call *fork,
                      const struct reference *need)
{
    size_t line = line_of(kernel, fork);

    if (variable->is_parameter) {
        diag_warning(WARNING_PARAMETER_ACROSS_FORK, kernel->source, need->offset,
                     "copy the parameter into a transmit variable and change that.",
                     "parameter '%s' is changed before '%s' in line %zu and read here, but a work-group that "
                     "joins there has the launched value",
                     variable->name, fork->name, line);
    } else if (variable->type.space == SPACE_LOCAL) {
        diag_warning(WARNING_LOCAL_ACROSS_FORK, kernel->source, need->offset,
                     string_printf("fill it again behind line %zu.", line),
                     "local variable '%s' is read here, but the local memory of a work-group that joins at "
                     "'%s' in line %zu is undefined",
                     variable->name, fork->name, line);
    } else {
        diag_warning(WARNING_LIVE_ACROSS_FORK, kernel->source, need->offset,
                     variable_remedy(kernel, variable, line),
                     "'%s' is read here, but a work-group that joins at '%s' in line %zu has not set it",
                     variable->name, fork->name, line);
    }
}

static bool may_be_lost(const struct variable *variable)
{
    bool is_constant = variable->is_static || variable->type.space == SPACE_CONSTANT;

    return (variable->is_flat || variable->is_parameter) && !variable->is_transmit && !is_constant &&
           variable->inlining == NULL && /* no fork point is in a helper */
           !variable->is_work;           /* which the runtime prepares for joining work-groups */
}

/* Tells of the first fork point, in the order of the source, across which the variable lives. */
static void check_variable(const struct flow *flow, const struct variable *variable)
{
    const struct kernel *kernel = flow->kernel;
    bool *is_live_behind = memory_allocate(flow->nodes.count * sizeof *is_live_behind);
    size_t found = flow->nodes.count;

    flow_live(flow, variable, is_live_behind);
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[i];

        if (node->call == NULL || !kernel_begins_at(kernel, node->call->operation) || !is_live_behind[i] ||
            (variable->is_parameter && !is_changed_before(flow, i, variable))) {
            continue;
        }
        if (found == flow->nodes.count || node->call->offset < flow->nodes.items[found].call->offset) {
            found = i;
        }
    }
    if (found < flow->nodes.count) {
        const struct reference *need = find_need(flow, found, variable);

        if (need != NULL) {
            warn_live(kernel, variable, flow->nodes.items[found].call, need);
        }
    }
}

void check_fork(const struct flow *flow)
{
    const struct kernel *kernel = flow->kernel;

    for (size_t i = 0; i < kernel->function->variables.count && (kernel->grows || kernel->may_kill_all);
         ++i) {
        if (may_be_lost(kernel->function->variables.items[i])) {
            check_variable(flow, kernel->function->variables.items[i]);
        }
    }
}
