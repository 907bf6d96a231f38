/* What a kernel's control flow shows. */
#include "coopc/check/hazards.h"

#include "coopc/check/flow.h"
#include "coopc/check/fork.h"
#include "coopc/check/loops.h"
#include "coopc/check/uniform.h"
#include "coopc/diag/diag.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"

void check_hazards(const struct model *model, const struct kernel *kernel)
{
    struct flow flow = {.kernel = NULL};

    if (!range_splits(kernel, kernel->tree->range)) {
        return;
    }
    flow_build(&flow, kernel);
    check_memory(model, &flow);
    check_fork(&flow);
    check_batch(&flow);
    check_rounds(kernel);
    check_uniform(model, &flow);
}

/* Batches of a flow graph that a work-group gives up before it has run them.
 *
 * A work-group that ends gives its blocks to others, and what it was to run counts as run. */

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

static const char *operation_article(enum operation operation)
{
    return operation == OPERATION_OFFER_KILL ? "an" : "a";
}

static const struct call *find_operation(const struct kernel *kernel, struct range range,
                                         bool (*is_wanted)(enum operation))
{
    struct found_sites splits = sites_find(kernel->function, SITE_SPLIT, range);

    for (size_t i = 0; i < splits.count; ++i) {
        const struct call *call = &kernel->function->calls.items[splits.items[i].index];

        if (is_wanted(call->operation)) {
            return call;
        }
    }
    return NULL;
}

/* do { } while (0) is none. */
static bool is_loop(const struct kernel *kernel, const struct statement *statement)
{
    return statement->kind == STATEMENT_WHILE || statement->kind == STATEMENT_FOR ||
           (statement->kind == STATEMENT_DO && kernel->source->text[statement->head.begin] != '0');
}

/* Whether a loop below the statement holds an offer. */
static bool has_offering_loop(const struct kernel *kernel, const struct statement *statement)
{
    if (statement == NULL || find_operation(kernel, statement->range, operation_shrinks) == NULL) {
        return false;
    }
    if (is_loop(kernel, statement)) {
        return true;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (has_offering_loop(kernel, statement->children.items[i])) {
            return true;
        }
    }
    return has_offering_loop(kernel, statement->body) || has_offering_loop(kernel, statement->otherwise);
}

/* Only loops that hold a primitive run rounds; the others are a step of the work. */
static void warn_loops(const struct kernel *kernel, const struct statement *statement,
                       const struct call *offer)
{
    const struct call *primitive =
        statement == NULL ? NULL : find_operation(kernel, statement->range, operation_is_primitive);

    if (primitive == NULL) {
        return;
    }
    if (is_loop(kernel, statement)) {
        diag_warning(
            WARNING_LOOP_WITHOUT_OFFER, kernel->source, statement->keyword,
            primitive->operation == OPERATION_GLOBAL_BARRIER
                ? "call offer_kill() in the loop, or replace its barrier with resizing_global_barrier()."
                : "call offer_kill() in the loop.",
            "this loop holds %s '%s' but never gives up a work-group; '%s' does so only in line %zu, outside "
            "all loops",
            operation_article(primitive->operation), primitive->name, kernel->name,
            source_line(kernel->source, offer->offset));
        return;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        warn_loops(kernel, statement->children.items[i], offer);
    }
    warn_loops(kernel, statement->body, offer);
    warn_loops(kernel, statement->otherwise, offer);
}

void check_rounds(const struct kernel *kernel)
{
    const struct call *offer = find_operation(kernel, kernel->tree->range, operation_shrinks);

    if (offer != NULL && !has_offering_loop(kernel, kernel->tree)) {
        warn_loops(kernel, kernel->tree, offer);
    }
}

/* Barriers under a condition that each work-item reads from global memory by itself.
 *
 * The condition is the same for all of them as long as nobody writes what it reads between the barriers
 * around it: so the paper's breadth-first search reads the frontier's size. -Wracing-condition tells of the
 * conditions whose memory the kernel itself writes, through the same pointer variable, with no barrier
 * between, unless counters take turns there; -Wmemory-condition of all conditions of the kind, since memory
 * may also be written through another pointer or by a helper. */

static bool is_global_pointer(const struct variable *variable)
{
    return variable != NULL && variable->type.shape == SHAPE_POINTER &&
           variable->type.pointee == SPACE_GLOBAL;
}

static bool is_of_const(const struct variable *variable)
{
    return string_begins(variable->type.spelling, "global const ");
}

/* The first use in the node's text that reads, or hands to a helper, global memory. */
static const struct reference *find_read(const struct flow *flow, size_t node)
{
    for (size_t i = 0; i < flow->nodes.items[node].references.count; ++i) {
        const struct reference *reference =
            &flow->kernel->function->references.items[flow->nodes.items[node].references.items[i]];

        if (is_global_pointer(reference->variable) && reference->memory != ACCESS_NONE &&
            !is_of_const(reference->variable)) {
            return reference;
        }
    }
    return NULL;
}

/* A write through the variable that the condition's reference reads, to no other element than that. */
static const struct reference *find_write(const struct model *model, const struct flow *flow,
                                          const struct flow_nodes *nodes, size_t node,
                                          const struct reference *read)
{
    for (size_t i = 0; i < flow->nodes.items[node].references.count; ++i) {
        const struct reference *reference =
            &flow->kernel->function->references.items[flow->nodes.items[node].references.items[i]];

        if (reference->variable == read->variable &&
            (reference->memory == ACCESS_WRITE || reference->memory == ACCESS_UPDATE) &&
            !rotation_is_apart(model, flow, nodes, read, reference)) {
            return reference;
        }
    }
    return NULL;
}

/* The first of these that may run behind the node, or in front of it, with no barrier between. */
static const struct reference *find_racing_write(const struct model *model, const struct flow *flow,
                                                 size_t from, bool is_behind, const struct reference *read)
{
    struct flow_nodes reached = {.list = {NULL, 0, 0}};
    const struct reference *write = NULL;

    flow_search(flow);
    flow_reach(flow, &reached, from);
    for (size_t i = 0; i < reached.list.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[reached.list.items[i]];

        for (size_t j = 0; is_behind && j < node->next.count && node->call == NULL; ++j) {
            flow_reach(flow, &reached, node->next.items[j]);
        }
        for (size_t j = 0; !is_behind && j < node->previous.count && node->call == NULL; ++j) {
            flow_reach(flow, &reached, node->previous.items[j]);
        }
    }
    for (size_t i = 0; i < reached.list.count && write == NULL; ++i) {
        write = find_write(model, flow, &reached, reached.list.items[i], read);
    }
    return write;
}

static const char remedy[] = "let one work-item copy the value to local memory before a barrier, and let all "
                             "work-items read the copy.";
static const char racing_remedy[] =
    "let one work-item copy the value to local memory before a barrier, and let all work-items read the "
    "copy; "
    "or let counters take turns: read count[round % 3] here and write count[(round + 2) % 3].";

static void check_condition(const struct model *model, const struct flow *flow, size_t index)
{
    const struct flow_node *node = &flow->nodes.items[index];
    const struct kernel *kernel = flow->kernel;
    const struct call *guarded = sites_first_split(kernel->function, node->control->range);
    const struct reference *read = find_read(flow, index);
    const struct reference *write;

    if (guarded == NULL || read == NULL) {
        return;
    }
    write = find_racing_write(model, flow, index, true, read);
    if (write == NULL) {
        write = find_racing_write(model, flow, index, false, read);
    }
    if (write != NULL) {
        diag_warning(WARNING_RACING_CONDITION, kernel->source, read->offset, racing_remedy,
                     "the condition around '%s' in line %zu reads memory through '%s', and line %zu writes "
                     "it with no barrier in between: work-items may disagree",
                     guarded->name, source_line(kernel->source, guarded->offset), read->variable->name,
                     source_line(kernel->source, write->offset));
    } else {
        diag_warning(WARNING_MEMORY_CONDITION, kernel->source, read->offset, remedy,
                     "the condition around '%s' in line %zu reads memory through '%s': work-items may "
                     "disagree if that memory changes between two barriers",
                     guarded->name, source_line(kernel->source, guarded->offset), read->variable->name);
    }
}

void check_memory(const struct model *model, const struct flow *flow)
{
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        if (flow->nodes.items[i].control != NULL) {
            check_condition(model, flow, i);
        }
    }
}
