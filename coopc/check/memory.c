/* Barriers under a condition that each work-item reads from global memory by itself.
 *
 * The condition is the same for all of them as long as nobody writes what it reads between the barriers
 * around it: so the paper's breadth-first search reads the frontier's size. -Wracing-condition tells of the
 * conditions whose memory the kernel itself writes, through the same pointer variable, with no barrier
 * between, unless counters take turns there; -Wmemory-condition of all conditions of the kind, since memory
 * may also be written through another pointer or by a helper. */
#include "coopc/check/memory.h"

#include "coopc/check/flow.h"
#include "coopc/check/rotation.h"
#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

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
