/* What the nodes of a kernel's control flow do to a variable, and where its value is still needed. */
#include "coopc/check/flow_effect.h"

static const size_t no_reference = (size_t)-1;

/* Whether it is used piece by piece, or by several work-items. */
static bool is_coarse(const struct variable *variable)
{
    return variable->type.space == SPACE_LOCAL || variable->type.shape == SHAPE_ARRAY ||
           variable->type.shape == SHAPE_STRUCT;
}

/* Whether what stands at the offset is evaluated on some paths through the range only. */
static bool is_conditional(const struct flow *flow, struct range range, size_t offset)
{
    const struct tokens *tokens = &flow->kernel->tokens;

    for (size_t i = token_at(tokens, range.begin);
         i < tokens->list.count && tokens->list.items[i].begin < offset; ++i) {
        const char *text = tokens->text + tokens->list.items[i].begin;

        if (text[0] == '?' || string_begins(text, "&&") || string_begins(text, "||")) {
            return true;
        }
    }
    return false;
}

static bool is_doubted(const struct flow *flow, size_t offset)
{
    return flow->doubts_macros && expansions_hold(flow->kernel->source->expansions, offset);
}

/* A scalar whose address is passed is taken to be a result of the call; a struct or array to be looked at
 * there, unless it is in local memory, which a helper fills more often than not. */
static bool is_assignment(const struct flow *flow, const struct variable *variable, bool of_memory,
                          enum access access)
{
    bool is_result = of_memory || variable->type.space == SPACE_LOCAL || !is_coarse(variable);

    if (flow->is_strict) {
        return access == ACCESS_WRITE;
    }
    return access == ACCESS_WRITE || access == ACCESS_PART || (access == ACCESS_ADDRESS && is_result);
}

struct flow_effect flow_effect(const struct flow *flow, size_t index, const struct variable *variable,
                               bool of_memory)
{
    const struct flow_node *node = &flow->nodes.items[index];
    const struct function *function = flow->kernel->function;
    bool is_whole = of_memory || (!flow->is_strict && is_coarse(variable));
    struct range range = is_whole ? node->unit : node->range;
    size_t count = is_whole ? node->unit_references.count : node->references.count;
    const size_t *references = is_whole ? node->unit_references.items : node->references.items;
    size_t set_at = no_reference; /* references from here on see the new value */
    struct flow_effect effect = {.is_set = range_holds(node->range, variable->offset)};

    if (effect.is_set) {
        return effect;
    }
    for (size_t i = 0; i < count; ++i) {
        const struct reference *reference = &function->references.items[references[i]];
        enum access access = of_memory ? reference->memory : reference->access;

        if (reference->variable != variable || access == ACCESS_NONE) {
            continue;
        }
        if (!is_assignment(flow, variable, of_memory, access)) {
            if (references[i] < set_at && !effect.is_needed) {
                effect.is_needed = true;
                effect.need = reference;
            }
        } else if (set_at == no_reference && !is_doubted(flow, reference->offset) &&
                   (is_whole || !is_conditional(flow, range, reference->offset))) {
            set_at = reference->done > references[i] ? reference->done : references[i] + 1;
        }
    }
    effect.is_set = set_at != no_reference;
    return effect;
}

bool flow_may_write(const struct flow *flow, size_t index, const struct variable *variable)
{
    const struct flow_node *node = &flow->nodes.items[index];

    for (size_t i = 0; i < node->references.count; ++i) {
        const struct reference *reference =
            &flow->kernel->function->references.items[node->references.items[i]];

        if (reference->variable == variable && reference->access > ACCESS_READ) {
            return true;
        }
    }
    return false;
}

void flow_live(const struct flow *flow, const struct variable *variable, bool of_memory,
               struct flow_nodes *live)
{
    const struct flow_nodes *named = &flow->named[variable->index];

    flow_search(flow);
    for (size_t i = 0; i < named->list.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[named->list.items[i]];

        for (size_t j = 0; j < node->previous.count; ++j) {
            if (flow_effect(flow, named->list.items[i], variable, of_memory).is_needed) {
                flow_reach(flow, live, node->previous.items[j]);
            }
        }
    }
    for (size_t i = 0; i < live->list.count; ++i) {
        const struct flow_node *node = &flow->nodes.items[live->list.items[i]];

        for (size_t j = 0; j < node->previous.count; ++j) {
            if (!flow_effect(flow, live->list.items[i], variable, of_memory).is_set) {
                flow_reach(flow, live, node->previous.items[j]);
            }
        }
    }
}
