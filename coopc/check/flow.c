/* The control flow of a kernel, expression by expression. */
#include "coopc/check/flow.h"

#include <string.h>

#include "coopc/model/sites.h"
#include "coopc/text/spans.h"

/* A loop or switch, while its inside is built. */
struct target {
    size_t keyword;
    size_t break_node;
    size_t continue_node;
};

struct builder {
    struct flow *flow;
    const struct kernel *kernel;
    LIST(struct target) targets;
    size_t end;         /* where the kernel returns */
    size_t switch_node; /* the innermost switch's condition */
    bool has_default;
    bool is_in_unit;
};

static const size_t no_node = (size_t)-1;

static size_t build(struct builder *builder, const struct statement *statement, size_t next);

static struct flow_node *node_get(const struct builder *builder, size_t index)
{
    return &builder->flow->nodes.items[index];
}

static size_t node_add(struct builder *builder, struct range range)
{
    struct flow_node *node = LIST_ADD(&builder->flow->nodes);

    node->range = range;
    if (!builder->is_in_unit) {
        node->unit = range;
    }
    return builder->flow->nodes.count - 1;
}

static void node_link(struct builder *builder, size_t from, size_t to)
{
    *LIST_ADD(&node_get(builder, from)->next) = to;
}

static void target_add(struct builder *builder, size_t keyword, size_t break_node, size_t continue_node)
{
    struct target *target = LIST_ADD(&builder->targets);

    target->keyword = keyword;
    target->break_node = break_node;
    target->continue_node = continue_node;
}

/* Where a jump goes; no_node when it stays inside its own statement. */
static size_t jump_node(const struct builder *builder, const struct jump *jump)
{
    if (jump->kind == JUMP_RETURN) {
        return builder->end;
    }
    if (jump->kind != JUMP_BREAK && jump->kind != JUMP_CONTINUE) {
        return no_node;
    }
    for (size_t i = builder->targets.count; i > 0; --i) {
        if (builder->targets.items[i - 1].keyword == jump->target) {
            return jump->kind == JUMP_BREAK ? builder->targets.items[i - 1].break_node
                                            : builder->targets.items[i - 1].continue_node;
        }
    }
    return no_node;
}

/* The arguments, the inlined body, and what the statement does with the value. */
static size_t build_call(struct builder *builder, const struct statement *statement, size_t next)
{
    struct inlining *inlining = statement->inlining;
    struct range target = {statement->range.begin, inlining->call.begin};
    size_t end = builder->end;
    size_t switch_node = builder->switch_node;
    size_t back = node_add(builder, target);
    size_t arguments;

    node_link(builder, back, inlining->form == INLINING_RETURN ? end : next);
    node_get(builder, back)->left = inlining;
    builder->end = back;
    builder->switch_node = no_node;
    arguments = node_add(builder, inlining->arguments);
    node_get(builder, arguments)->entered = inlining;
    node_link(builder, arguments, build(builder, inlining->body, back));
    builder->end = end;
    builder->switch_node = switch_node;
    return arguments;
}

/* A plain jump leaves for good; one that a macro hides may leave. */
static size_t build_simple(struct builder *builder, const struct statement *statement, size_t next)
{
    const struct function *function = builder->kernel->function;
    size_t node = node_add(builder, statement->range);
    struct found_sites jumps = sites_find(function, SITE_JUMP, statement->range);
    struct found_sites splits = sites_find(function, SITE_SPLIT, statement->range);
    bool goes_on = true;

    for (size_t i = 0; i < jumps.count; ++i) {
        const struct jump *jump = &function->jumps.items[jumps.items[i].index];

        if (jump_node(builder, jump) != no_node) {
            goes_on &= statement->is_hidden || jump->offset != statement->keyword || !jump->is_editable;
            node_link(builder, node, jump_node(builder, jump));
        }
    }
    if (goes_on) {
        node_link(builder, node, next);
    }
    node_get(builder, node)->is_hidden = statement->is_hidden;
    if (splits.count > 0) {
        node_get(builder, node)->call = &function->calls.items[splits.items[splits.count - 1].index];
    }
    return node;
}

static bool is_one_of(const struct builder *builder, struct range range, const char *const *words)
{
    return string_is_one_of(
        string_slice(builder->kernel->source->text + range.begin, range.end - range.begin), words);
}

/* The node is the condition of a statement, of which the nodes from `inside` on have been built. */
static void control_set(struct builder *builder, size_t node, const struct statement *statement,
                        size_t inside, size_t behind)
{
    struct flow_node *head = node_get(builder, node);

    head->control = statement;
    head->inside = inside;
    head->inside_end = builder->flow->nodes.count;
    head->behind = behind;
}

/* A loop's condition: 1, true and nothing never end it, 0 and false never repeat it. */
static size_t head_add(struct builder *builder, const struct statement *statement, size_t next)
{
    static const char *const always[] = {"1", "true", NULL};
    size_t head = node_add(builder, statement->head);

    if (!range_is_empty(statement->head) && !is_one_of(builder, statement->head, always)) {
        node_link(builder, head, next);
    }
    return head;
}

static size_t build_if(struct builder *builder, const struct statement *statement, size_t next)
{
    size_t head = node_add(builder, statement->head);

    node_link(builder, head, build(builder, statement->body, next));
    node_link(builder, head, build(builder, statement->otherwise, next));
    control_set(builder, head, statement, head + 1, next);
    return head;
}

static size_t build_while(struct builder *builder, const struct statement *statement, size_t next)
{
    size_t head = head_add(builder, statement, next);

    target_add(builder, statement->keyword, next, head);
    node_link(builder, head, build(builder, statement->body, head));
    control_set(builder, head, statement, head, next);
    return head;
}

static size_t build_do(struct builder *builder, const struct statement *statement, size_t next)
{
    static const char *const never[] = {"0", "false", NULL};
    size_t head = head_add(builder, statement, next);
    size_t body;

    target_add(builder, statement->keyword, next, head);
    body = build(builder, statement->body, head);
    if (!is_one_of(builder, statement->head, never)) {
        node_link(builder, head, body);
    }
    control_set(builder, head, statement, head, next);
    return body;
}

static size_t build_for(struct builder *builder, const struct statement *statement, size_t next)
{
    size_t head = head_add(builder, statement, next);
    size_t step = node_add(builder, statement->step);
    size_t initial;

    node_link(builder, step, head);
    target_add(builder, statement->keyword, next, step);
    node_link(builder, head, build(builder, statement->body, step));
    control_set(builder, head, statement, head, next);
    initial = node_add(builder, statement->initial);
    node_link(builder, initial, head);
    return initial;
}

static size_t build_switch(struct builder *builder, const struct statement *statement, size_t next)
{
    size_t outer = builder->switch_node;
    bool outer_has_default = builder->has_default;
    size_t head = node_add(builder, statement->head);

    target_add(builder, statement->keyword, next, no_node);
    builder->switch_node = head;
    builder->has_default = false;
    (void)build(builder, statement->body, next);
    if (!builder->has_default) {
        node_link(builder, head, next);
    }
    builder->switch_node = outer;
    builder->has_default = outer_has_default;
    control_set(builder, head, statement, head + 1, next);
    return head;
}

static size_t build_case(struct builder *builder, const struct statement *statement, size_t next)
{
    const char *text = builder->kernel->source->text + statement->keyword;
    size_t entry = build(builder, statement->body, next);

    if (builder->switch_node != no_node) {
        node_link(builder, builder->switch_node, entry);
        builder->has_default |= string_begins(text, "default");
    }
    return entry;
}

static size_t build_control(struct builder *builder, const struct statement *statement, size_t next)
{
    switch (statement->kind) {
    case STATEMENT_SIMPLE:
        return statement->inlining != NULL ? build_call(builder, statement, next)
                                           : build_simple(builder, statement, next);
    case STATEMENT_COMPOUND:
        for (size_t i = statement->children.count; i > 0; --i) {
            next = build(builder, statement->children.items[i - 1], next);
        }
        return next;
    case STATEMENT_IF:
        return build_if(builder, statement, next);
    case STATEMENT_WHILE:
        return build_while(builder, statement, next);
    case STATEMENT_DO:
        return build_do(builder, statement, next);
    case STATEMENT_FOR:
        return build_for(builder, statement, next);
    case STATEMENT_SWITCH:
        return build_switch(builder, statement, next);
    case STATEMENT_CASE:
        return build_case(builder, statement, next);
    case STATEMENT_LABEL:
        return build(builder, statement->body, next);
    default:
        return next;
    }
}

/* Built from the end: every statement is given where it goes on, and gives where it begins. */
static size_t build(struct builder *builder, const struct statement *statement, size_t next)
{
    size_t targets = builder->targets.count;
    size_t entry;
    bool is_unit;

    if (statement == NULL) {
        return next;
    }
    is_unit = !builder->is_in_unit && statement->kind != STATEMENT_SIMPLE &&
              statement->kind != STATEMENT_CASE && statement->kind != STATEMENT_LABEL &&
              !range_splits(builder->kernel, statement->range);
    builder->is_in_unit |= is_unit;
    entry = build_control(builder, statement, next);
    builder->targets.count = targets;
    if (is_unit) {
        struct range nothing = {0, 0};
        size_t unit;

        builder->is_in_unit = false;
        unit = node_add(builder, nothing);
        node_get(builder, unit)->unit = statement->range;
        node_link(builder, unit, entry);
        entry = unit;
    }
    return entry;
}

static void distribute_references(struct flow *flow, bool are_units)
{
    const struct function *function = flow->kernel->function;
    struct spans spans = {.list = {NULL, 0, 0}};

    for (size_t i = 0; i < flow->nodes.count; ++i) {
        spans_add(&spans, are_units ? flow->nodes.items[i].unit : flow->nodes.items[i].range, i);
    }
    spans_sort(&spans);
    for (size_t i = 0; i < function->references.count; ++i) {
        size_t node = spans_find(&spans, function->references.items[i].offset);

        if (node != SPAN_NONE) {
            struct flow_node *to = &flow->nodes.items[node];

            if (are_units) {
                *LIST_ADD(&to->unit_references) = i;
            } else {
                *LIST_ADD(&to->references) = i;
            }
        }
    }
}

static void named_add(struct flow *flow, const struct variable *variable, size_t node)
{
    struct flow_nodes *named = variable == NULL ? NULL : &flow->named[variable->index];

    if (named == NULL) {
        return;
    }
    if (named->list.count == 0 || named->list.items[named->list.count - 1] != node) {
        *LIST_ADD(&named->list) = node;
    }
}

static void find_named(struct flow *flow)
{
    const struct function *function = flow->kernel->function;

    flow->named = memory_allocate((function->variables.count + 1) * sizeof *flow->named);
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[i];
        struct found_sites declared = sites_find(function, SITE_VARIABLE, node->range);

        for (size_t j = 0; j < declared.count; ++j) {
            named_add(flow, function->variables.items[declared.items[j].index], i);
        }
        for (size_t j = 0; j < node->references.count; ++j) {
            named_add(flow, function->references.items[node->references.items[j]].variable, i);
        }
        for (size_t j = 0; j < node->unit_references.count; ++j) {
            named_add(flow, function->references.items[node->unit_references.items[j]].variable, i);
        }
    }
}

void flow_search(const struct flow *flow)
{
    ++*flow->searches;
}

void flow_reach(const struct flow *flow, struct flow_nodes *reached, size_t node)
{
    if (flow->seen[node] != *flow->searches) {
        flow->seen[node] = *flow->searches;
        *LIST_ADD(&reached->list) = node;
    }
}

void flow_reach_next(const struct flow *flow, struct flow_nodes *reached, size_t node)
{
    for (size_t i = 0; i < flow->nodes.items[node].next.count; ++i) {
        flow_reach(flow, reached, flow->nodes.items[node].next.items[i]);
    }
}

bool flow_has_reached(const struct flow_nodes *reached, size_t node)
{
    for (size_t i = 0; i < reached->list.count; ++i) {
        if (reached->list.items[i] == node) {
            return true;
        }
    }
    return false;
}

void flow_build(struct flow *flow, const struct kernel *kernel)
{
    struct builder builder = {.flow = flow, .kernel = kernel, .switch_node = no_node};
    struct range nothing = {0, 0};

    flow->kernel = kernel;
    builder.end = node_add(&builder, nothing);
    flow->end = builder.end;
    flow->entry = build(&builder, kernel->tree, builder.end);
    for (size_t i = 0; i < flow->nodes.count; ++i) {
        for (size_t j = 0; j < flow->nodes.items[i].next.count; ++j) {
            *LIST_ADD(&flow->nodes.items[flow->nodes.items[i].next.items[j]].previous) = i;
        }
    }
    distribute_references(flow, false);
    distribute_references(flow, true);
    find_named(flow);
    flow->seen = memory_allocate((flow->nodes.count + 1) * sizeof *flow->seen);
    flow->searches = memory_allocate(sizeof *flow->searches);
}
