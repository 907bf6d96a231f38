/* Which variables each state of a kernel uses. */
#include "coopc/lower/uses.h"

/* The use of each variable that was looked for last: what follows is most often in the same state. */
struct last {
    size_t state; /* 1 + its number; 0: none */
    size_t use;
};

struct search {
    struct kernel *kernel;
    struct last *lasts; /* by variable */
};

static struct use *use_get(struct search *search, size_t index, struct variable *variable)
{
    struct state *state = &search->kernel->states.items[index];
    struct last *last = &search->lasts[variable->index];
    size_t at = 0;

    if (last->state == index + 1) {
        return &state->uses.items[last->use];
    }
    while (at < state->uses.count && state->uses.items[at].variable != variable) {
        ++at;
    }
    if (at == state->uses.count) {
        struct use *use = LIST_ADD(&state->uses);

        use->variable = variable;
        use->name = variable->name;
        ++variable->state_count;
    }
    *last = (struct last){index + 1, at};
    return &state->uses.items[at];
}

static void use_write(struct use *use)
{
    use->is_written = true;
    use->variable->is_written = true;
}

bool uses_given_apart(const struct variable *variable)
{
    return variable->inlining != NULL && variable->inlining->is_apart &&
           range_holds(variable->inlining->parameters, variable->offset);
}

static void find_declarations(struct search *search)
{
    const struct function *function = search->kernel->function;

    for (size_t i = 0; i < function->variables.count; ++i) {
        struct variable *variable = function->variables.items[i];
        size_t state = state_at(search->kernel, variable->offset);

        if (variable->is_flat && !uses_given_apart(variable) && state != SPAN_NONE) {
            struct use *use = use_get(search, state, variable);

            use->is_declared = true;
            if (variable->initial.end > 0) {
                use_write(use);
            }
        }
    }
}

static void find_references(struct search *search)
{
    const struct function *function = search->kernel->function;

    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];
        size_t state = state_at(search->kernel, reference->offset);

        if (reference->variable != NULL) {
            reference->variable->is_named_by_macro |= !reference->is_editable;
        }
        if (state == SPAN_NONE) {
            continue;
        }
        *LIST_ADD(&search->kernel->states.items[state].references) = i;
        if (reference->variable != NULL &&
            (reference->variable->is_flat || reference->variable->is_parameter)) {
            struct use *use = use_get(search, state, reference->variable);

            if (reference->is_write) {
                use_write(use);
            }
        }
    }
}

/* The results of inlined helpers have no text of their own. */
static void find_results(struct search *search, size_t index)
{
    const struct state *state = &search->kernel->states.items[index];

    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];

        if (item->value != NULL) {
            (void)use_get(search, index, item->value);
        }
        if (item->result != NULL) {
            use_write(use_get(search, index, item->result));
        }
    }
    for (size_t i = 0; i < state->results.count; ++i) {
        use_write(use_get(search, index, state->results.items[i]));
    }
}

void uses_find(struct kernel *kernel)
{
    struct search search = {.kernel = kernel};

    search.lasts = memory_allocate((kernel->function->variables.count + 1) * sizeof *search.lasts);
    find_declarations(&search);
    find_references(&search);
    for (size_t i = 0; i < kernel->states.count; ++i) {
        find_results(&search, i);
    }
}
