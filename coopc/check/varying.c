/* Which variables of a kernel differ where.
 *
 * A variable differs where it has been set to a value that does, or where work-items meet again behind a
 * condition that differs between them, and some have set it meanwhile. What differs is passed on from node to
 * node until the variable is set again or nobody reads it any more. */
#include "coopc/check/varying.h"

#include <stdlib.h>

#include "coopc/check/flow_effect.h"
#include "coopc/model/sites.h"

/* Where a variable differs. */
struct spread {
    struct flow_nodes live; /* at whose ends it is still needed, in order */
    struct value *at_end;   /* beside these */
    struct value *at_begin; /* beside the nodes that name it */
};

static const size_t not_there = (size_t)-1;

static int compare_nodes(const void *left, const void *right)
{
    const size_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static size_t find_node(const struct flow_nodes *nodes, size_t node)
{
    const size_t *found = nodes->list.count == 0 ? NULL
                                                 : bsearch(&node, nodes->list.items, nodes->list.count,
                                                           sizeof *nodes->list.items, compare_nodes);

    return found == NULL ? not_there : (size_t)(found - nodes->list.items);
}

static struct spread *spread_get(struct varying *varying, const struct variable *variable)
{
    struct spread **spread = &varying->spreads[variable->index];

    if (*spread == NULL) {
        *spread = memory_allocate(sizeof **spread);
        flow_live(&varying->flow, variable, false, &(*spread)->live);
        if ((*spread)->live.list.count > 0) {
            qsort((*spread)->live.list.items, (*spread)->live.list.count, sizeof(size_t), compare_nodes);
        }
        (*spread)->at_end = memory_allocate(((*spread)->live.list.count + 1) * sizeof *(*spread)->at_end);
        (*spread)->at_begin = memory_allocate((varying->flow.named[variable->index].list.count + 1) *
                                              sizeof *(*spread)->at_begin);
    }
    return *spread;
}

struct value varying_behind(const struct varying *varying, const struct variable *variable, size_t node)
{
    const struct spread *spread = varying->spreads[variable->index];
    size_t at = spread == NULL ? not_there : find_node(&spread->live, node);

    return at == not_there ? (struct value){0, NULL} : spread->at_end[at];
}

struct value varying_before(const struct varying *varying, const struct variable *variable, size_t node)
{
    const struct spread *spread = varying->spreads[variable->index];
    size_t at = spread == NULL ? not_there : find_node(&varying->flow.named[variable->index], node);

    return at == not_there ? (struct value){0, NULL} : spread->at_begin[at];
}

static void wait_for_reading(struct varying *varying, size_t node)
{
    if (!varying->is_waiting[node]) {
        varying->is_waiting[node] = true;
        *LIST_ADD(&varying->to_read) = node;
    }
}

/* The variable has the value at the node's end. */
static void end_with(struct varying *varying, const struct variable *variable, size_t node,
                     struct value value)
{
    struct spread *spread = spread_get(varying, variable);
    size_t at = find_node(&spread->live, node);

    if (at != not_there && value_join(&spread->at_end[at], value)) {
        *LIST_ADD(&varying->to_pass) = (struct varying_step){variable, node};
    }
}

/* The variable has the value where the node begins. */
static void begin_with(struct varying *varying, const struct variable *variable, size_t node,
                       struct value value)
{
    struct spread *spread = spread_get(varying, variable);
    size_t at = find_node(&varying->flow.named[variable->index], node);

    if (at != not_there && value_join(&spread->at_begin[at], value)) {
        wait_for_reading(varying, node);
    }
    if (at == not_there || !flow_effect(&varying->flow, node, variable, false).is_set) {
        end_with(varying, variable, node, value);
    }
}

/* A node while it is read. */
struct reading {
    struct varying *varying;
    size_t node;
    const struct flow_node *text;
    struct value_reader reader;
    struct range all; /* its references */
    LIST(struct varying_step) set;
    LIST(struct value) set_to; /* beside these */
};

static struct value reading_get(const struct value_reader *reader, const struct variable *variable)
{
    const struct reading *reading = reader->context;
    struct value value = varying_before(reading->varying, variable, reading->node);

    for (size_t i = 0; i < reading->set.count; ++i) {
        if (reading->set.items[i].variable == variable) {
            (void)value_join(&value, reading->set_to.items[i]);
        }
    }
    return value;
}

/* The value of a helper that was inlined goes where the call stood. */
static void set_result(struct reading *reading, const struct variable *result, struct value value)
{
    const struct flow *flow = &reading->varying->flow;

    for (size_t i = 0; result != NULL && value.bits != 0 && i < flow->nodes.count; ++i) {
        const struct inlining *left = flow->nodes.items[i].left;

        if (left != NULL && left->result == result &&
            value_join(&reading->varying->results[result->index], value)) {
            wait_for_reading(reading->varying, i);
        }
    }
}

static void set(struct reading *reading, const struct variable *variable, struct value value)
{
    if (value.bits == 0 || !value_is_followed(variable)) {
        return;
    }
    *LIST_ADD(&reading->set) = (struct varying_step){variable, reading->node};
    *LIST_ADD(&reading->set_to) = value;
    end_with(reading->varying, variable, reading->node, value);
}

/* Whether text with control flow of its own, as a macro hides, may set the variable. */
static bool text_hides(const struct reading *reading, const struct reference *reference)
{
    return reading->text->is_hidden && reference->access == ACCESS_ADDRESS;
}

/* What the node's own text sets the reference's variable to. */
static struct value assigned_value(const struct reading *reading, size_t index)
{
    const struct flow_node *text = reading->text;

    if (text->left != NULL && text->left->result != NULL) {
        return reading->varying->results[text->left->result->index];
    }
    return text->is_hidden ? value_read(&reading->reader, reading->all)
                           : value_assigned(&reading->reader, index);
}

static void read_assignments(struct reading *reading)
{
    const struct function *function = reading->reader.function;
    struct found_sites declared = sites_find(function, SITE_VARIABLE, reading->text->range);

    for (size_t i = 0; i < declared.count; ++i) {
        const struct variable *variable = function->variables.items[declared.items[i].index];
        const struct inlining *left = reading->text->left;

        if (!variable->is_parameter) {
            set(reading, variable,
                left != NULL && left->result != NULL
                    ? reading->varying->results[left->result->index]
                    : value_read(&reading->reader, variable->initial_references));
        }
    }
    for (size_t i = 0; i < reading->text->references.count; ++i) {
        size_t index = reading->text->references.items[i];
        const struct reference *reference = &function->references.items[index];

        if (reference->variable != NULL && (value_is_set(reference) || text_hides(reading, reference))) {
            set(reading, reference->variable, assigned_value(reading, index));
        }
    }
}

static void read_calls(struct reading *reading)
{
    const struct function *function = reading->reader.function;
    struct found_sites calls = sites_find(function, SITE_CALL, reading->text->range);

    for (size_t i = 0; i < calls.count; ++i) {
        const struct call *call = &function->calls.items[calls.items[i].index];

        for (size_t j = 0; j < call->named.count; ++j) {
            if (call->named.items[j] != NULL) {
                set(reading, call->named.items[j], value_given(&reading->reader, call, j));
            }
        }
    }
}

/* The parameters of a helper that was inlined get their values. */
static void read_parameters(struct reading *reading)
{
    const struct function *function = reading->reader.function;
    const struct inlining *inlining = reading->text->entered;
    struct range name = {inlining->call.begin, inlining->call.begin + 1};
    struct found_sites calls = sites_find(function, SITE_CALL, name);
    size_t parameter = 0;

    for (size_t i = 0; i < function->variables.count && calls.count > 0; ++i) {
        const struct variable *variable = function->variables.items[i];

        if (variable->inlining == inlining && variable->is_parameter) {
            set(reading, variable,
                value_argument(&reading->reader, &function->calls.items[calls.items[0].index], parameter++));
        }
    }
}

/* The variables that the nodes may set differ where work-items meet again. */
static void meet(struct reading *reading, const struct flow_nodes *nodes, size_t where, struct value value)
{
    struct varying *varying = reading->varying;

    for (size_t i = 0; i < nodes->list.count; ++i) {
        const struct flow_node *node = &varying->flow.nodes.items[nodes->list.items[i]];

        for (size_t j = 0; j < node->references.count; ++j) {
            const struct reference *reference =
                &reading->reader.function->references.items[node->references.items[j]];

            if (reference->variable != NULL && reference->access >= ACCESS_UPDATE &&
                value_is_followed(reference->variable)) {
                begin_with(varying, reference->variable, where, value);
            }
        }
    }
}

struct detours varying_detours(const struct flow *flow, size_t head)
{
    const struct flow_node *condition = &flow->nodes.items[head];
    struct detours detours = {.list = {NULL, 0, 0}};

    for (size_t i = condition->inside; i < condition->inside_end; ++i) {
        for (size_t j = 0; j < flow->nodes.items[i].next.count; ++j) {
            size_t target = flow->nodes.items[i].next.items[j];

            if ((target < condition->inside || target >= condition->inside_end) && target != head &&
                target != condition->behind) {
                *LIST_ADD(&detours.list) = (struct detour){.jump = i, .target = target};
            }
        }
    }
    for (size_t i = 0; i < detours.list.count; ++i) {
        struct detour *detour = &detours.list.items[i];

        flow_search(flow);
        flow->seen[detour->target] = *flow->searches;
        flow_reach(flow, &detour->others, condition->behind);
        for (size_t j = 0; j < detour->others.list.count; ++j) {
            flow_reach_next(flow, &detour->others, detour->others.list.items[j]);
        }
    }
    return detours;
}

static bool goes_on(const struct flow *flow, size_t head)
{
    const struct flow_node *condition = &flow->nodes.items[head];

    for (size_t i = 0; i < flow->nodes.items[condition->behind].previous.count; ++i) {
        size_t from = flow->nodes.items[condition->behind].previous.items[i];

        if (from == head || (from >= condition->inside && from < condition->inside_end)) {
            return true;
        }
    }
    return false;
}

/* Who returns from a kernel meets the others nowhere. */
static void read_condition(struct reading *reading)
{
    const struct flow *flow = &reading->varying->flow;
    struct flow_nodes inside = {.list = {NULL, 0, 0}};
    struct value value = value_read(&reading->reader, reading->all);
    struct detours detours;

    if (!value_join(&reading->varying->heads[reading->node], value)) {
        return;
    }
    value = reading->varying->heads[reading->node];
    /* What a condition on a number of work-groups decides about is no such number. */
    value.bits &= ~(unsigned)COUNTS_GROUPS;
    value.origin = value.bits != 0 ? value.origin : NULL;
    for (size_t i = reading->text->inside; i < reading->text->inside_end; ++i) {
        *LIST_ADD(&inside.list) = i;
    }
    meet(reading, &inside, reading->text->behind, value);
    detours = varying_detours(flow, reading->node);
    for (size_t i = 0; i < detours.list.count && goes_on(flow, reading->node); ++i) {
        if (detours.list.items[i].target != flow->end) {
            meet(reading, &inside, detours.list.items[i].target, value);
            meet(reading, &detours.list.items[i].others, detours.list.items[i].target, value);
        }
    }
}

/* Whether the text is, or holds, a return. */
static bool returns_at(const struct kernel *kernel, struct range text)
{
    struct found_sites jumps = sites_find(kernel->function, SITE_JUMP, text);

    for (size_t i = 0; i < jumps.count; ++i) {
        if (kernel->function->jumps.items[jumps.items[i].index].kind == JUMP_RETURN) {
            return true;
        }
    }
    return false;
}

static void read_node(struct varying *varying, size_t node)
{
    struct reading reading = {.varying = varying, .node = node, .text = &varying->flow.nodes.items[node]};
    const struct kernel *kernel = varying->flow.kernel;
    size_t count = reading.text->references.count;
    struct inlining *inlining = inlining_at(kernel, reading.text->range.begin);

    reading.reader = (struct value_reader){varying->model, kernel->function, reading_get, &reading};
    if (count > 0) {
        reading.all =
            (struct range){reading.text->references.items[0], reading.text->references.items[count - 1] + 1};
    }
    if (reading.text->entered != NULL) {
        read_parameters(&reading);
    }
    read_assignments(&reading);
    read_calls(&reading);
    if (reading.text->control != NULL) {
        read_condition(&reading);
    }
    if (reading.text->left != NULL && reading.text->left->form == INLINING_RETURN && inlining != NULL &&
        reading.text->left->result != NULL) {
        set_result(&reading, inlining->result, varying->results[reading.text->left->result->index]);
    } else if (inlining != NULL && returns_at(kernel, reading.text->range)) {
        set_result(&reading, inlining->result, value_read(&reading.reader, reading.all));
    }
}

void varying_find(struct varying *varying, const struct model *model, const struct flow *flow)
{
    size_t variables = flow->kernel->function->variables.count + 1;
    size_t nodes = flow->nodes.count + 1;

    varying->model = model;
    varying->flow = *flow;
    varying->flow.is_strict = true;
    varying->spreads = memory_allocate(variables * sizeof(struct spread *));
    varying->results = memory_allocate(variables * sizeof *varying->results);
    varying->heads = memory_allocate(nodes * sizeof *varying->heads);
    varying->is_waiting = memory_allocate(nodes * sizeof *varying->is_waiting);
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        wait_for_reading(varying, i);
    }
    while (varying->to_read.count + varying->to_pass.count > 0) {
        if (varying->to_pass.count > 0) {
            struct varying_step step = varying->to_pass.items[--varying->to_pass.count];
            struct value value = varying_behind(varying, step.variable, step.node);
            const struct flow_node *node = &flow->nodes.items[step.node];

            for (size_t i = 0; i < node->next.count; ++i) {
                begin_with(varying, step.variable, node->next.items[i], value);
            }
        } else {
            size_t node = varying->to_read.items[--varying->to_read.count];

            varying->is_waiting[node] = false;
            read_node(varying, node);
        }
    }
}
