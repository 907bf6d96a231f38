/* The ways from state to state. */
#include "coopc/model/successors.h"

static void successor_add(const struct kernel *kernel, struct successors *successors, size_t label)
{
    size_t state = kernel->labels.items[label];
    size_t at = 0;

    while (at < successors->list.count && successors->list.items[at] < state) {
        ++at;
    }
    if (at < successors->list.count && successors->list.items[at] == state) {
        return;
    }
    *LIST_ADD(&successors->list) = state;
    for (size_t i = successors->list.count - 1; i > at; --i) {
        successors->list.items[i] = successors->list.items[i - 1];
    }
    successors->list.items[at] = state;
}

/* Behind a dispatch, which always jumps, a state has no way on of its own. */
static bool ends_with_dispatch(const struct state *state)
{
    return state->items.count > 0 && state->items.items[state->items.count - 1].kind == ITEM_DISPATCH;
}

void state_jumps(const struct kernel *kernel, size_t index, struct successors *successors)
{
    const struct state *state = &kernel->states.items[index];

    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];

        if (item->kind >= ITEM_JUMP_UNLESS) {
            successor_add(kernel, successors, item->label);
        }
        for (size_t j = 0; j < item->branches.count; ++j) {
            successor_add(kernel, successors, item->branches.items[j].label);
        }
    }
    for (size_t i = 0; i < state->leaves.count; ++i) {
        successor_add(kernel, successors, state->leaves.items[i]);
    }
}

void state_successors(const struct kernel *kernel, size_t index, struct successors *successors)
{
    const struct state *state = &kernel->states.items[index];

    state_jumps(kernel, index, successors);
    if (state->operation != OPERATION_RETURN && !ends_with_dispatch(state)) {
        successor_add(kernel, successors, state->next);
    }
}

const struct range *state_begin_text(const struct state *state)
{
    if (state->items.count == 0) {
        return NULL;
    }
    return state->items.items[0].kind == ITEM_PARAMETERS ? &state->items.items[0].arguments
                                                         : &state->items.items[0].range;
}
