/* Which variables each state of a kernel uses. */
#include "coopc/lower/uses.h"

#include "coopc/diag/diag.h"
#include "coopc/model/kernel.h"

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

/* What private pointers lead to that live across a barrier.
 *
 * coop_v is one object from the kernel's beginning to its end, so an address inside it holds across barriers.
 * A variable that a state copies, or that is its text, has another address in each state: where a private
 * pointer lives across a barrier, every variable whose address is taken is used in place instead. Which of
 * them the pointer leads to need not be known, nor how it got there. */

static bool is_kept(const struct variable *variable)
{
    return (variable->home == HOME_COPY && !variable->is_set_anew) || variable->home == HOME_PLACE;
}

/* Local memory is one object from the kernel's beginning to its end, and so is what lies in it; global memory
 * lives longer. */
static bool is_in_memory(const struct variable *variable)
{
    return variable->type.leads_to_private_pointer ||
           (variable->is_flat && variable->home == HOME_LOCAL && variable->type.holds_private_pointer);
}

/* Whether a function of the kernel's file, which it may call, makes a number of a private pointer. */
static bool numbers_pointers(const struct unit *unit)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        if (unit->functions.items[i]->numbers_pointers) {
            return true;
        }
    }
    return false;
}

/* The first private pointer, or object that holds one, that lives across a barrier, or what may: as a message
 * calls it. NULL: none. */
static const char *find_crossing(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if ((variable->is_flat && is_kept(variable) && variable->type.holds_private_pointer) ||
            (kernel->states.count > 1 && is_in_memory(variable))) {
            return string_printf("'%s'",
                                 variable->is_result ? variable->inlining->helper->name : variable->name);
        }
    }
    return kernel->states.count > 1 && numbers_pointers(kernel->unit) ? "a number that is made of a pointer"
                                                                      : NULL;
}

/* Whether the variable lies in private memory and is declared where statements become states. What is
 * declared in a statement that no barrier is in has ended with it. */
static bool may_be_kept(const struct variable *variable)
{
    return variable->home == HOME_COPY || variable->home == HOME_ARGUMENT ||
           (variable->home == HOME_TEXT && variable->is_flat);
}

/* The innermost compound statement that holds the offset. */
static const struct statement *find_compound(const struct statement *statement, size_t offset)
{
    const struct statement *found = NULL;

    if (statement == NULL || !range_holds(statement->range, offset)) {
        return NULL;
    }
    for (size_t i = 0; i < statement->children.count && found == NULL; ++i) {
        found = find_compound(statement->children.items[i], offset);
    }
    found = found == NULL ? find_compound(statement->body, offset) : found;
    found = found == NULL ? find_compound(statement->otherwise, offset) : found;
    return found == NULL && statement->kind == STATEMENT_COMPOUND ? statement : found;
}

/* Such a literal lives as long as the block around it, and no name stands for it. */
static void check_literals(const struct kernel *kernel, const char *crossing)
{
    for (size_t i = 0; i < kernel->function->literals.count; ++i) {
        size_t offset = kernel->function->literals.items[i];
        const struct inlining *inlining = inlining_at(kernel, offset);
        const struct statement *block =
            find_compound(inlining == NULL ? kernel->tree : inlining->body, offset);

        if (block != NULL && range_splits(kernel, block->range)) {
            diag_error(ERROR_PRIVATE_POINTER, kernel->source, offset,
                       "declare a variable with this value, and use its address.",
                       "%s lives across a barrier or primitive and may point to this literal, which has "
                       "no place of its own there",
                       crossing);
        }
    }
}

void pointee_place(struct kernel *kernel)
{
    const struct function *function = kernel->function;
    const char *crossing = find_crossing(kernel);

    if (crossing == NULL) {
        return;
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        struct variable *variable = function->references.items[i].variable;

        if (variable != NULL && function->references.items[i].access == ACCESS_ADDRESS &&
            may_be_kept(variable)) {
            variable->home = HOME_PLACE;
            variable->is_set_anew = false;
        }
    }
    check_literals(kernel, crossing);
}
