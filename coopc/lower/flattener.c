/* The states of a kernel while they are made, one behind the other. */
#include "coopc/lower/flattener.h"

#include "coopc/model/sites.h"

struct state *flattener_state(struct flattener *flattener)
{
    return &flattener->kernel->states.items[flattener->kernel->states.count - 1];
}

size_t flattener_label(struct flattener *flattener)
{
    *LIST_ADD(&flattener->kernel->labels) = 0;
    return flattener->kernel->labels.count - 1;
}

static void label_bind(struct flattener *flattener, size_t label)
{
    flattener->kernel->labels.items[label] = flattener->kernel->states.count - 1;
}

void flattener_begin_state(struct flattener *flattener, size_t label, enum operation operation)
{
    flattener_state(flattener)->operation = operation;
    flattener_state(flattener)->next = label;
    (void)LIST_ADD(&flattener->kernel->states);
    label_bind(flattener, label);
}

struct item *flattener_add_item(struct flattener *flattener, enum item_kind kind, struct range range)
{
    struct item *item = LIST_ADD(&flattener_state(flattener)->items);

    item->kind = kind;
    item->range = range;
    return item;
}

void flattener_add_jump(struct flattener *flattener, enum item_kind kind, struct range condition,
                        size_t label)
{
    flattener_add_item(flattener, kind, condition)->label = label;
    flattener_state(flattener)->has_exit = true;
}

void flattener_add_construct(struct flattener *flattener, size_t keyword, size_t break_label,
                             size_t continue_label)
{
    struct construct *construct = LIST_ADD(&flattener->constructs.list);

    construct->keyword = keyword;
    construct->break_label = break_label;
    construct->continue_label = continue_label;
}

/* The initialiser behind the declarator whose name begins at `offset`. */
static struct range find_initialiser(const struct tokens *tokens, size_t offset)
{
    struct range range = {0, 0};
    size_t at = token_at(tokens, offset) + 1;
    size_t limit = tokens->list.count;
    size_t equals = 0;

    for (; at < limit && !token_is(tokens, at, ",") && !token_is(tokens, at, ";"); ++at) {
        if (token_is(tokens, at, "=") && equals == 0) {
            equals = at;
        } else if (token_is(tokens, at, "(") || token_is(tokens, at, "[") || token_is(tokens, at, "{")) {
            at = token_match(tokens, at, limit);
        }
    }
    if (equals != 0 && at < limit) {
        range.begin = tokens->list.items[equals + 1].begin;
        range.end = tokens->list.items[at - 1].end;
    }
    return range;
}

void flattener_add_simple(struct flattener *flattener, struct range range, size_t scope)
{
    struct function *function = flattener->kernel->function;
    struct found_sites variables = sites_find(function, SITE_VARIABLE, range);
    enum item_kind kind = ITEM_TEXT;

    for (size_t i = 0; i < variables.count; ++i) {
        struct variable *variable = function->variables.items[variables.items[i].index];

        if (!variable->is_parameter && variable->scope == scope) {
            kind = ITEM_DECLARE;
            variable->is_flat = true;
            if (variable->is_editable) {
                variable->initial = find_initialiser(&flattener->kernel->tokens, variable->offset);
            }
        }
    }
    (void)flattener_add_item(flattener, kind, range);
}

void flattener_add_result(struct flattener *flattener, struct range range, struct variable *result,
                          struct variable *value)
{
    struct item *item = flattener_add_item(flattener, ITEM_RESULT, range);

    item->result = result;
    item->value = value;
}

static bool is_empty_state(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return index > 0 && state->items.count == 0 && state->operation == OPERATION_NONE;
}

/* States that do nothing but go on disappear: their labels move to where they go. Every chain of such states
 * ends, because a loop has at least the state that holds its barrier. */
void flattener_remove_empty_states(struct kernel *kernel)
{
    size_t *moved = memory_allocate((kernel->states.count + 1) * sizeof *moved);
    size_t kept = 0;

    for (size_t i = 0; i < kernel->labels.count; ++i) {
        size_t steps = 0;

        while (is_empty_state(kernel, kernel->labels.items[i]) && steps++ < kernel->states.count) {
            kernel->labels.items[i] =
                kernel->labels.items[kernel->states.items[kernel->labels.items[i]].next];
        }
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        moved[i] = kept;
        if (!is_empty_state(kernel, i)) {
            kernel->states.items[kept++] = kernel->states.items[i];
        }
    }
    for (size_t i = 0; i < kernel->labels.count; ++i) {
        kernel->labels.items[i] = moved[kernel->labels.items[i]];
    }
    kernel->states.count = kept;
}
