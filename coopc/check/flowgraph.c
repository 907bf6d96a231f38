/* What coopc refuses of a kernel's flow graph (coop/channel.clh). */
#include "coopc/check/flowgraph.h"

#include "coopc/check/side.h"
#include "coopc/diag/diag.h"

#include <stdint.h>
#include <string.h>

static const struct call *find_call(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (call->function == NULL && strcmp(call->name, name) == 0) {
            return call;
        }
    }
    return NULL;
}

/* The first other one, or NULL: a second struct coop_flow, or a second graph among the parameters. */
static const struct variable *find_other(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if ((variable->is_flow && !variable->is_parameter && variable != kernel->flow) ||
            (variable->is_flowgraph && variable->is_parameter && variable != kernel->flowgraph)) {
            return variable;
        }
    }
    return NULL;
}

/* The runtime reads the launched value. */
static const struct reference *find_change(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == kernel->flowgraph &&
            (reference->access == ACCESS_WRITE || reference->access == ACCESS_UPDATE ||
             reference->access == ACCESS_ADDRESS)) {
            return reference;
        }
    }
    return NULL;
}

/* What the declaration of the struct coop_flow lacks: a remedy, or NULL. */
static const char *find_lack(const struct kernel *kernel)
{
    if (kernel->function->kind != FUNCTION_COOPERATIVE) {
        return "declare the kernel coop_kernel: the work-groups of a regular one cannot share items.";
    }
    if (kernel->flow->type.space != SPACE_LOCAL) {
        return "put local in front of it: otherwise every work-item has its own.";
    }
    if (kernel->flowgraph == NULL) {
        return "give the kernel a parameter global struct coop_flowgraph *graph.";
    }
    if (kernel->work != NULL) {
        return "use either a work queue or a flow graph in one kernel.";
    }
    return find_call(kernel, "coop_flow_begin") == NULL
               ? string_printf("write coop_flow_begin(&%s, %s); behind its declaration.", kernel->flow->name,
                               kernel->flowgraph->name)
               : NULL;
}

void check_flowgraph(const struct kernel *kernel)
{
    struct side side = {.object = kernel->flow,
                        .shared = kernel->flowgraph,
                        .begin = "coop_flow_begin",
                        .next = "coop_flow_next",
                        .error = ERROR_FLOW_GRAPH};
    const struct call *next = find_call(kernel, "coop_flow_next");
    const struct variable *other;
    const struct reference *change;
    const char *lack;

    if (kernel->flow == NULL) {
        if (next != NULL) {
            diag_error(ERROR_FLOW_GRAPH, kernel->source, next->offset,
                       "declare local struct coop_flow flow; in the kernel.",
                       "'%s' calls coop_flow_next, but has no struct coop_flow", kernel->name);
        }
        return;
    }
    lack = find_lack(kernel);
    if (lack != NULL) {
        diag_error(ERROR_FLOW_GRAPH, kernel->source, kernel->flow->offset, lack,
                   "'%s', the struct coop_flow of '%s', cannot be used as it stands", kernel->flow->name,
                   kernel->name);
        return;
    }
    other = find_other(kernel);
    if (other != NULL) {
        diag_error(ERROR_FLOW_GRAPH, kernel->source, other->offset, "use one flow graph with more channels.",
                   "'%s' is a second flow graph of '%s'; a kernel can have only one", other->name,
                   kernel->name);
    }
    change = find_change(kernel);
    if (change != NULL) {
        diag_error(ERROR_FLOW_GRAPH, kernel->source, change->offset, "leave the parameter as it is.",
                   "'%s', the flow graph of '%s', is changed here", kernel->flowgraph->name, kernel->name);
    }
    check_side(kernel, &side);
}

static bool takes_flow(const struct function *function)
{
    for (size_t i = 0; i < function->variables.count; ++i) {
        if (function->variables.items[i]->is_parameter && function->variables.items[i]->points_to_flow) {
            return true;
        }
    }
    return false;
}

/* The runtime brings flow graphs only to modules that have a kernel with one: one message for all. */
void check_flowgraph_is_there(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->flow != NULL) {
            return;
        }
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            if (takes_flow(unit->functions.items[j])) {
                diag_error(ERROR_FLOW_GRAPH, unit->functions.items[j]->source,
                           unit->functions.items[j]->offset,
                           "declare a local struct coop_flow in a cooperative kernel of the module, or leave "
                           "this out of the module.",
                           "channels are used here, but no kernel of the module has a flow graph");
                return;
            }
        }
    }
}

/* What coopc refuses of the channels' functions (coop/channel.clh): what would end every launch that comes to
 * it. */

/* Items that nobody runs: told at the first place that emits some. */
static void check_consumer(const struct kernel *kernel, size_t stage)
{
    const struct stages *stages = kernel->stages;
    const char *name = stages->list.items[stage].name;

    for (size_t i = 0; i < stages->emissions.count; ++i) {
        const struct emission *emission = &stages->emissions.items[i];

        if (!emission->is_kept && emission->to == (int)stage) {
            diag_error(
                ERROR_CHANNEL_NOT_RUN, emission->function->source, emission->call->offset,
                string_printf("name it in coop_flow_run, or read its items with coop_flow_item_%s.", name),
                "an item is emitted into channel '%s', but kernel '%s' does not run the items of '%s'", name,
                kernel->name, name);
            return;
        }
    }
}

static bool has_own(const struct stages *stages)
{
    for (size_t i = 0; i < stages->list.count; ++i) {
        if (stage_is_own(&stages->list.items[i])) {
            return true;
        }
    }
    return false;
}

static void check_emission(const struct kernel *kernel, const struct emission *emission)
{
    const struct stages *stages = kernel->stages;
    const char *to = stages->list.items[emission->to].name;

    if (emission->from == STAGE_NONE && !has_own(stages)) {
        diag_error(ERROR_EMISSION_OUTSIDE, emission->function->source, emission->call->offset,
                   "emit and keep items in the functions of channels, or let the host push them.",
                   "'%s' is called while kernel '%s' processes no item", emission->call->name, kernel->name);
    } else if (emission->is_kept && emission->from != emission->to &&
               (emission->from != STAGE_NONE || !stage_is_own(&stages->list.items[emission->to]))) {
        diag_error(ERROR_KEPT_ELSEWHERE, emission->function->source, emission->call->offset,
                   string_printf("emit it, with coop_emit_%s.", to),
                   "%s keeps an item of channel '%s', which is not the one that is processed here",
                   emission->from == STAGE_NONE ? string_printf("kernel '%s'", kernel->name)
                                                : string_printf("the function of channel '%s'",
                                                                stages->list.items[emission->from].name),
                   to);
    }
}

/* The compound statement that has a statement beginning at the offset. */
static size_t compound_of(const struct function *function, size_t offset)
{
    for (size_t i = 0; i < function->children.count; ++i) {
        if (function->children.items[i].begin == offset) {
            return function->children.items[i].compound;
        }
    }
    return SIZE_MAX;
}

static bool jumps_between(const struct function *function, size_t begin, size_t end)
{
    for (size_t i = 0; i < function->jumps.count; ++i) {
        if (function->jumps.items[i].offset > begin && function->jumps.items[i].offset < end) {
            return true;
        }
    }
    return false;
}

/* Two calls of one compound statement, with no way out between them. */
static void check_twice(const struct emission *first, const struct emission *second)
{
    const struct function *function = first->function;

    if (first->is_kept && second->is_kept && second->function == function && first->from == second->from &&
        first->call->is_statement && second->call->is_statement &&
        compound_of(function, first->call->offset) != SIZE_MAX &&
        compound_of(function, first->call->offset) == compound_of(function, second->call->offset) &&
        first->call->offset < second->call->offset &&
        !jumps_between(function, first->call->offset, second->call->offset)) {
        diag_error(ERROR_KEPT_TWICE, function->source, second->call->offset,
                   "keep it once, as it is to be when it comes again.",
                   "an item is kept for the second time");
    }
}

void check_stages(const struct kernel *kernel)
{
    const struct stages *stages = kernel->stages;

    for (size_t i = 0; i < stages->list.count; ++i) {
        const struct stage *stage = &stages->list.items[i];

        if (stage->is_fed && !stage->is_run && !stage->is_read) {
            check_consumer(kernel, i);
        }
    }
    for (size_t i = 0; i < stages->emissions.count; ++i) {
        check_emission(kernel, &stages->emissions.items[i]);
        for (size_t j = 0; j < stages->emissions.count; ++j) {
            check_twice(&stages->emissions.items[i], &stages->emissions.items[j]);
        }
    }
}
