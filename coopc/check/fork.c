/* What a joining work-group does not have.
 *
 * It begins behind a fork point with the parameters as launched and the transmitted variables.
 * Whatever else is read behind the fork point before it is set has no value there. A kernel that is
 * coop_transmit_live transmits it (CK, appendix B). */
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
                                         const struct variable *variable, bool of_memory)
{
    struct flow_nodes reached = {.list = {NULL, 0, 0}};

    flow_search(flow);
    *LIST_ADD(&reached.list) = from;
    for (size_t i = 0; i < reached.list.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[reached.list.items[i]];

        for (size_t j = 0; j < node->next.count; ++j) {
            size_t next = node->next.items[j];
            struct flow_effect effect = flow_effect(flow, next, variable, of_memory);

            if (effect.is_needed) {
                return effect.need;
            }
            if (!effect.is_set) {
                flow_reach(flow, &reached, next);
            }
        }
    }
    return NULL;
}

/* By node: whether it changes the variable, or something does that may run before it. NULL: nothing does. */
static const bool *find_changed(const struct flow *flow, const struct variable *variable)
{
    const struct flow_nodes *named = &flow->named[variable->index];
    struct flow_nodes reached = {.list = {NULL, 0, 0}};
    bool *is_changed;

    flow_search(flow);
    for (size_t i = 0; i < named->list.count; ++i) {
        if (flow_may_write(flow, named->list.items[i], variable)) {
            flow_reach(flow, &reached, named->list.items[i]);
        }
    }
    if (reached.list.count == 0) {
        return NULL;
    }
    is_changed = memory_allocate(flow->nodes.count * sizeof *is_changed);
    for (size_t i = 0; i < reached.list.count; ++i) {
        is_changed[reached.list.items[i]] = true;
        flow_reach_next(flow, &reached, reached.list.items[i]);
    }
    return is_changed;
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

/* check_transmit() refuses those whose value is of this work-group alone. */
static bool may_be_transmitted(const struct variable *variable)
{
    return !variable->type.holds_local_pointer && !variable->type.holds_private_pointer &&
           variable->type.shape != SHAPE_OPAQUE;
}

static const char *parameter_remedy(const struct variable *variable, size_t line)
{
    return may_be_transmitted(variable)
               ? "copy the parameter into a transmit variable and change that."
               : string_printf("leave the parameter as it is, and set a variable to what it should be behind "
                               "line %zu.",
                               line);
}

static const char *variable_remedy(const struct kernel *kernel, const struct variable *variable, size_t line)
{
    if (is_of_work_item(kernel, variable)) {
        return string_printf(
            "set it again behind line %zu; transmitted, it would have the value of one work-item.", line);
    }
    if (!may_be_transmitted(variable)) {
        return string_printf("set it again behind line %zu: what it has is of this work-group alone.", line);
    }
    if (!variable->is_root) {
        return string_printf(
            "set it again behind line %zu, or declare it transmit in the kernel's outermost block.", line);
    }
    return string_printf("declare it transmit, or set it again behind line %zu.", line);
}

/* Of one that may_be_transmitted() excludes, or that stays in a state's text. */
static const char *why_not(const struct variable *variable)
{
    return variable->type.holds_local_pointer || variable->type.holds_private_pointer
               ? "may point to local or private memory, which another work-group does not share"
               : "has a type that cannot be transmitted";
}

static void warn_live(const struct kernel *kernel, const struct variable *variable, bool of_memory,
                      const struct call *fork, const struct reference *need)
{
    size_t line = line_of(kernel, fork);

    if (of_memory) {
        diag_warning(WARNING_LOCAL_ACROSS_FORK, kernel->source, need->offset,
                     string_printf("fill it again behind line %zu.", line),
                     "what parameter '%s' points to is read here, but the local memory of a work-group that "
                     "joins at '%s' in line %zu is undefined",
                     variable->name, fork->name, line);
    } else if (kernel->transmits_live && variable->type.space != SPACE_LOCAL) {
        diag_error(ERROR_LIVE_NOT_TRANSMITTED, kernel->source, need->offset,
                   string_printf("set it again behind line %zu.", line),
                   "'%s' is read here, and a work-group that joins at '%s' in line %zu needs it, but it %s",
                   variable->name, fork->name, line, why_not(variable));
    } else if (variable->is_parameter) {
        diag_warning(WARNING_PARAMETER_ACROSS_FORK, kernel->source, need->offset,
                     parameter_remedy(variable, line),
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
           variable->inlining == NULL &&             /* no fork point is in a helper */
           !variable->is_work && !variable->is_flow; /* which the runtime prepares for joining work-groups */
}

/* The first fork point, in the order of the source, across which the variable lives, or what is in the local
 * memory that it points to: its node, or the number of nodes where there is none. */
static size_t find_fork(const struct flow *flow, const struct variable *variable, bool of_memory)
{
    const struct kernel *kernel = flow->kernel;
    struct flow_nodes live = {.list = {NULL, 0, 0}};
    bool has_launched = variable->is_parameter && !of_memory;
    const bool *is_changed = has_launched ? find_changed(flow, variable) : NULL;
    size_t found = flow->nodes.count;

    if (has_launched && is_changed == NULL) {
        return found;
    }
    flow_live(flow, variable, of_memory, &live);
    for (size_t i = 0; i < live.list.count; ++i) {
        size_t index = live.list.items[i];
        const struct flow_node *node = &flow->nodes.items[index];

        if (node->call == NULL || !kernel_begins_at(kernel, node->call->operation) ||
            (is_changed != NULL && !is_changed[index])) {
            continue;
        }
        if (found == flow->nodes.count || node->call->offset < flow->nodes.items[found].call->offset) {
            found = index;
        }
    }
    return found;
}

static void check_variable(const struct flow *flow, const struct variable *variable, bool of_memory)
{
    size_t found = find_fork(flow, variable, of_memory);
    const struct reference *need =
        found < flow->nodes.count ? find_need(flow, found, variable, of_memory) : NULL;

    if (need != NULL) {
        warn_live(flow->kernel, variable, of_memory, flow->nodes.items[found].call, need);
    }
}

static bool has_forks(const struct kernel *kernel)
{
    return kernel->grows || kernel->may_kill_all;
}

/* Strictly: what sets a variable piece by piece, through its address or in a macro's text may leave some of
 * it as it was. */
void fork_transmit(struct kernel *kernel)
{
    struct flow flow = {.kernel = NULL};

    if (!kernel->transmits_live || !has_forks(kernel) || !range_splits(kernel, kernel->tree->range)) {
        return;
    }
    flow_build(&flow, kernel);
    flow.is_strict = true;
    flow.doubts_macros = true;
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        struct variable *variable = kernel->function->variables.items[i];

        variable->is_transmit |= may_be_lost(variable) && may_be_transmitted(variable) &&
                                 (variable->home == HOME_COPY || variable->home == HOME_PLACE) &&
                                 find_fork(&flow, variable, false) < flow.nodes.count;
    }
}

void check_fork(const struct flow *flow)
{
    const struct kernel *kernel = flow->kernel;
    struct flow strict = *flow;

    strict.is_strict = kernel->transmits_live; /* as fork_transmit */
    strict.doubts_macros = kernel->transmits_live;
    for (size_t i = 0; i < kernel->function->variables.count && has_forks(kernel); ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (may_be_lost(variable)) {
            check_variable(variable->type.space == SPACE_LOCAL ? flow : &strict, variable, false);
        }
        if (may_be_lost(variable) && variable_is_local_parameter(variable)) {
            check_variable(flow, variable, true);
        }
    }
}
