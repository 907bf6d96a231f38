/* What must be the same in all work-items, or work-groups, and is not: conditions around barriers and
 * primitives or in front of them, and values that joining work-groups begin with. */
#include "coopc/check/uniform.h"

#include "coopc/check/flow_effect.h"
#include "coopc/check/varying.h"
#include "coopc/diag/diag.h"
#include "coopc/model/collective.h"
#include "coopc/model/kernel.h"

static const char reach_remedy[] =
    "let all work-items of the work-group reach the call, and put the condition around the work only.";

/* The variable of the condition that differs between work-items; NULL: it is no variable that does. */
static const struct variable *find_variable(const struct varying *varying, size_t head)
{
    const struct flow_node *node = &varying->flow.nodes.items[head];

    for (size_t i = 0; i < node->references.count; ++i) {
        const struct variable *variable =
            varying->flow.kernel->function->references.items[node->references.items[i]].variable;

        if (variable != NULL && (varying_before(varying, variable, head).bits & DIFFERS_BY_ITEM) != 0) {
            return variable;
        }
    }
    return NULL;
}

/* `a condition on 'i', which was set from get_local_id`, `a condition that calls of()`. */
static const char *name_condition(const struct varying *varying, size_t head)
{
    const struct variable *variable = find_variable(varying, head);

    return variable == NULL ? string_printf("a condition that calls %s", varying->heads[head].origin->name)
                            : string_printf("a condition on '%s', which was set from %s", variable->name,
                                            varying_before(varying, variable, head).origin->name);
}

/* check_kernel() has refused those inside a condition that itself tells work-items apart. */
static void check_inside(const struct varying *varying, size_t head)
{
    const struct kernel *kernel = varying->flow.kernel;
    const struct flow_node *condition = &varying->flow.nodes.items[head];

    for (size_t i = condition->inside; i < condition->inside_end; ++i) {
        const struct call *call = varying->flow.nodes.items[i].call;

        if (call != NULL) {
            diag_warning(WARNING_DIVERGENT_CONDITION, kernel->source, call->offset,
                         "make sure that all work-items of the work-group reach the call equally often.",
                         "'%s' is under %s", call_title(kernel->source, call), name_condition(varying, head));
        }
    }
}

/* The barrier or primitive that comes next in what other work-items run. */
static const struct call *find_missed(const struct flow *flow, const struct detour *detour)
{
    for (size_t i = 0; i < detour->others.list.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[detour->others.list.items[i]];

        if (node->call != NULL) {
            return node->call;
        }
    }
    return NULL;
}

/* Of a return, break or continue, by which some work-items miss a barrier or primitive. */
static void check_jumps(const struct varying *varying, size_t head)
{
    const struct kernel *kernel = varying->flow.kernel;
    const struct flow_node *condition = &varying->flow.nodes.items[head];
    const struct call *direct = value_find_item_call(kernel->function, condition->range);
    struct detours detours = varying_detours(&varying->flow, head);

    for (size_t i = 0; i < detours.list.count; ++i) {
        const struct detour *detour = &detours.list.items[i];
        size_t place = varying->flow.nodes.items[detour->jump].range.begin;
        const struct call *call = find_missed(&varying->flow, detour);

        if (call == NULL) {
            continue;
        }
        if (direct != NULL) {
            diag_error(ERROR_DIVERGENT_CALL, kernel->source, place, reach_remedy,
                       "work-items leave here under a condition that calls %s, and others go on to '%s' in "
                       "line %zu: not every work-item may reach it",
                       direct->name, call_title(kernel->source, call),
                       source_line(kernel->source, call->offset));
        } else {
            diag_warning(WARNING_DIVERGENT_CONDITION, kernel->source, place, reach_remedy,
                         "work-items leave here under %s, and others go on to '%s' in line %zu",
                         name_condition(varying, head), call_title(kernel->source, call),
                         source_line(kernel->source, call->offset));
        }
    }
}

/* A work-group that was suspended begins again under the same id. Who declares a variable transmit may mean
 * what a work-item has drawn. */
static unsigned wrong_bits(const struct variable *variable, const struct call *call)
{
    return (operation_forks(call->operation) ? DIFFERS : DIFFERS_BY_ITEM) |
           (variable->is_declared_transmit ? 0 : IS_DRAWN);
}

/* The nodes at which the variable is transmitted: all fork points, or those across which it lives. */
static struct flow_nodes find_transmissions(const struct flow *flow, const struct variable *variable)
{
    struct flow doubting = *flow; /* as fork_transmit */
    struct flow_nodes nodes = {.list = {NULL, 0, 0}};

    doubting.doubts_macros = true;
    if (!variable->is_declared_transmit) {
        flow_live(&doubting, variable, false, &nodes);
    }
    for (size_t i = 0; i < flow->nodes.count && variable->is_declared_transmit; ++i) {
        *LIST_ADD(&nodes.list) = i;
    }
    return nodes;
}

static void refuse_declared(const struct kernel *kernel, const struct variable *variable,
                            const struct call *fork, struct value value)
{
    size_t line = source_line(kernel->source, fork->offset);

    diag_error(ERROR_TRANSMIT_NOT_UNIFORM, kernel->source, variable->offset,
               string_printf("leave transmit out, and compute it again behind line %zu; where the "
                             "leader's value is meant, write transmit coop_transmit_leader.",
                             line),
               "'%s' is declared transmit, but at '%s' in line %zu its value comes from %s and differs "
               "between work-%s: a joining work-group has that of one work-item of another",
               variable->name, fork->name, line, value.origin->name,
               (value.bits & DIFFERS_BY_ITEM) != 0 ? "items" : "groups");
}

/* What is wrong with a value that is transmitted unsaid. */
static const char *what_is_wrong(unsigned bits)
{
    return (bits & DIFFERS_BY_ITEM) != 0
               ? "differs between work-items: a joining work-group would have that of "
                 "one work-item of another"
           : (bits & DIFFERS_BY_GROUP) != 0
               ? "differs between work-groups: a joining one would have that of another"
               : "is what one work-item has drawn";
}

/* No statement sets an array or a constant again, but a declaration does. */
static const char *live_remedy(const struct variable *variable, unsigned bits, size_t line)
{
    bool may_declare = variable->is_root && !variable->is_parameter && (bits & DIFFERS_BY_ITEM) == 0;

    return string_printf("set it again, as a whole, or declare it anew, behind line %zu%s%s.", line,
                         may_declare ? "; where work-item 0's value is meant, declare it transmit" : "",
                         may_declare && (bits & DIFFERS) != 0 ? " coop_transmit_leader" : "");
}

static void refuse_live(const struct kernel *kernel, const struct variable *variable, const struct call *fork,
                        struct value value)
{
    size_t line = source_line(kernel->source, fork->offset);

    diag_error(ERROR_TRANSMIT_NOT_UNIFORM, kernel->source, variable->offset,
               live_remedy(variable, value.bits, line),
               "'%s' lives across '%s' in line %zu, and its value there comes from %s and %s", variable->name,
               fork->name, line, value.origin->name, what_is_wrong(value.bits));
}

/* It is the same in all, but old. */
static void warn_of_number(const struct kernel *kernel, const struct variable *variable,
                           const struct call *fork, struct value value)
{
    size_t line = source_line(kernel->source, fork->offset);

    diag_warning(WARNING_LIVE_ACROSS_FORK, kernel->source, variable->offset,
                 string_printf("set it again behind line %zu, or declare it transmit where the number before "
                               "is meant.",
                               line),
                 "'%s' lives across '%s' in line %zu, and its value there comes from %s: the number of "
                 "work-groups changes there",
                 variable->name, fork->name, line, value.origin->name);
}

/* The first fork point, in the order of the source, at which the value has one of `bits`, or, where that is
 * 0, one that it must not have there. */
static const struct call *find_wrong(const struct varying *varying, const struct variable *variable,
                                     unsigned bits, struct value *value)
{
    const struct flow *flow = &varying->flow;
    struct flow_nodes nodes = find_transmissions(flow, variable);
    const struct call *first = NULL;

    for (size_t i = 0; i < nodes.list.count; ++i) {
        size_t node = nodes.list.items[i];
        const struct call *call = flow->nodes.items[node].call;

        if (call != NULL && kernel_begins_at(flow->kernel, call->operation) &&
            (varying_behind(varying, variable, node).bits &
             (bits != 0 ? bits : wrong_bits(variable, call))) != 0 &&
            (first == NULL || call->offset < first->offset)) {
            first = call;
            *value = varying_behind(varying, variable, node);
        }
    }
    return first;
}

static void check_transmitted(const struct varying *varying, const struct variable *variable)
{
    const struct kernel *kernel = varying->flow.kernel;
    struct value value = {0, NULL};
    const struct call *wrong = find_wrong(varying, variable, 0, &value);
    const struct call *counting = wrong != NULL || variable->is_declared_transmit
                                      ? NULL
                                      : find_wrong(varying, variable, COUNTS_GROUPS, &value);

    if (wrong != NULL && variable->is_declared_transmit) {
        refuse_declared(kernel, variable, wrong, value);
    } else if (wrong != NULL) {
        refuse_live(kernel, variable, wrong, value);
    } else if (counting != NULL) {
        warn_of_number(kernel, variable, counting, value);
    }
}

void check_uniform(const struct model *model, const struct flow *flow)
{
    struct varying varying = {.model = NULL};
    const struct function *function = flow->kernel->function;

    varying_find(&varying, model, flow);
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        if (flow->nodes.items[i].control != NULL && (varying.heads[i].bits & DIFFERS_BY_ITEM) != 0) {
            check_inside(&varying, i);
            check_jumps(&varying, i);
        }
    }
    for (size_t i = 0; i < function->variables.count; ++i) {
        if (function->variables.items[i]->is_transmit && !function->variables.items[i]->takes_leaders) {
            check_transmitted(&varying, function->variables.items[i]);
        }
    }
}
