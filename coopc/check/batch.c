/* Batches of a flow graph that a work-group gives up before it has run them.
 *
 * A work-group that ends gives its blocks to others, and what it was to run counts as run. */
#include "coopc/check/batch.h"

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

/* These do not touch the batch's items. */
static const char *const harmless[] = {"coop_flow_begin",   "coop_flow_next",  "coop_flow_is_done",
                                       "coop_flow_channel", "coop_flow_count", NULL};

static bool is_given(const struct call *call, const struct variable *variable)
{
    for (size_t i = 0; i < call->named.count; ++i) {
        if (call->named.items[i] == variable) {
            return true;
        }
    }
    return false;
}

/* A call in the node's text that may run items of the batch, as coop_flow_run and coop_tasks_run do, or emit
 * others: one that is given the kernel's struct coop_flow. */
static const struct call *find_user(const struct flow *flow, const struct flow_node *node)
{
    const struct function *function = flow->kernel->function;
    struct found_sites calls = sites_find(function, SITE_CALL, node->range);

    for (size_t i = 0; i < calls.count; ++i) {
        const struct call *call = &function->calls.items[calls.items[i].index];

        if (is_given(call, flow->kernel->flow) && !string_is_one_of(call->name, harmless)) {
            return call;
        }
    }
    return NULL;
}

static bool begins_batch(const struct flow_node *node)
{
    return node->call != NULL && node->call->operation == OPERATION_FLOW_NEXT;
}

/* The first of these behind the node, in the order of the flow, that no coop_flow_next stands before. */
static const struct call *find_late_user(const struct flow *flow, size_t from)
{
    struct flow_nodes reached = {.list = {NULL, 0, 0}};

    flow_search(flow);
    flow_reach_next(flow, &reached, from);
    for (size_t i = 0; i < reached.list.count; ++i) {
        size_t index = reached.list.items[i];
        const struct flow_node *node = &flow->nodes.items[index];
        const struct call *user = find_user(flow, node);

        if (user != NULL) {
            return user;
        }
        if (!begins_batch(node)) {
            flow_reach_next(flow, &reached, index);
        }
    }
    return NULL;
}

void check_batch(const struct flow *flow)
{
    const struct kernel *kernel = flow->kernel;

    for (size_t i = 0; i < flow->nodes.count && kernel->flow != NULL; ++i) {
        const struct call *offer = flow->nodes.items[i].call;
        const struct call *user = NULL;

        if (offer != NULL && operation_shrinks(offer->operation)) {
            user = find_late_user(flow, i);
        }
        if (user != NULL) {
            diag_error(ERROR_BATCH_ACROSS_OFFER, kernel->source, offer->offset,
                       "call it in front of coop_flow_next, or behind what runs the items.",
                       "a work-group may end at '%s' with a batch that it runs in line %zu: its items would "
                       "be lost",
                       offer->name, source_line(kernel->source, user->offset));
        }
    }
}
