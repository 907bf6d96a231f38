/* What coopc refuses of a kernel's flow graph (coop/channel.clh). */
#include "coopc/check/flowgraph.h"

#include <string.h>

#include "coopc/check/side.h"
#include "coopc/diag/diag.h"

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
