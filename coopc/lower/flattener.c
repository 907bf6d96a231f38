/* The states of a kernel while they are made, one behind the other. */
#include "coopc/lower/flattener.h"

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

#include <stdlib.h>

static int compare_constructs(const void *left, const void *right)
{
    const struct construct *a = left;
    const struct construct *b = right;

    return a->keyword < b->keyword ? -1 : a->keyword > b->keyword;
}

static const struct construct *find_construct(const struct constructs *constructs, const struct jump *jump)
{
    struct construct wanted = {.keyword = jump->target};

    return constructs->list.count == 0 ? NULL
                                       : bsearch(&wanted, constructs->list.items, constructs->list.count,
                                                 sizeof wanted, compare_constructs);
}

/* The semicolon of the jump at `offset`: its token's index. */
static size_t find_semicolon_at(const struct tokens *tokens, size_t offset)
{
    size_t at = token_at(tokens, offset);

    while (at < tokens->list.count && !token_is(tokens, at, ";")) {
        if (token_is(tokens, at, "(") || token_is(tokens, at, "[") || token_is(tokens, at, "{")) {
            at = token_match(tokens, at, tokens->list.count);
        }
        at += at < tokens->list.count;
    }
    return at;
}

/* The jump becomes `leave`; the value of a return is evaluated in front of it, and kept when a call is
 * waiting for it. */
static void edit_jump(struct kernel *kernel, struct state *state, const struct jump *jump, const char *leave)
{
    const struct tokens *tokens = &kernel->tokens;
    const struct inlining *inlining = inlining_at(kernel, jump->offset);
    struct variable *result = inlining == NULL ? NULL : inlining->result;
    size_t first = token_at(tokens, jump->offset);
    size_t semicolon = find_semicolon_at(tokens, jump->offset);

    if (semicolon >= tokens->list.count) {
        return;
    }
    if (jump->kind != JUMP_RETURN || semicolon == first + 1) {
        edit_add(kernel->source, jump->offset, tokens->list.items[semicolon].end,
                 string_printf("{ %s }", leave));
        return;
    }
    if (result != NULL) {
        *LIST_ADD(&state->results) = result;
    }
    edit_add(kernel->source, jump->offset, tokens->list.items[first].end,
             kernel->task != NULL ? "{ coop_answer = ("
             : result == NULL     ? "{ (void)("
                                  : string_printf("{ %s = (", result->name));
    edit_add(kernel->source, tokens->list.items[semicolon].begin, tokens->list.items[semicolon].end,
             string_printf("); %s }", leave));
}

/* return always leaves the state, but for the one at the end of an inlined helper; break and continue do when
 * their loop or switch was taken apart. */
static void rewrite_jump(struct kernel *kernel, const struct constructs *constructs, const struct jump *jump)
{
    const struct construct *construct = find_construct(constructs, jump);
    size_t index = state_at(kernel, jump->offset);
    struct state *state = index == SPAN_NONE ? NULL : &kernel->states.items[index];
    const struct inlining *inlining = inlining_at(kernel, jump->offset);
    size_t label;

    if (state == NULL || jump->kind == JUMP_GOTO || jump->kind == JUMP_LABEL ||
        (jump->kind != JUMP_RETURN && construct == NULL)) {
        return;
    }
    if (!jump->is_editable) {
        diag_error(
            ERROR_MACRO_JUMP, kernel->source, jump->offset, "write the jump out instead of using the macro.",
            "a macro expansion hides a return, break or continue that leaves a statement with a barrier");
        return;
    }
    state->has_exit = true;
    if (jump->kind == JUMP_RETURN && inlining == NULL) {
        state->may_return = true;
        edit_jump(kernel, state, jump, string_printf("coop_op = COOP_OP_RETURN; goto coop_end_%zu;", index));
        return;
    }
    label = jump->kind == JUMP_RETURN  ? inlining->end
            : jump->kind == JUMP_BREAK ? construct->break_label
                                       : construct->continue_label;
    *LIST_ADD(&state->leaves) = label;
    edit_jump(kernel, state, jump,
              string_printf("coop_state = %zu; goto coop_end_%zu;", kernel->labels.items[label], index));
}

void jumps_rewrite(struct kernel *kernel, struct constructs *constructs)
{
    if (constructs->list.count > 1) {
        qsort(constructs->list.items, constructs->list.count, sizeof *constructs->list.items,
              compare_constructs);
    }
    for (size_t i = 0; i < kernel->function->jumps.count; ++i) {
        rewrite_jump(kernel, constructs, &kernel->function->jumps.items[i]);
    }
}

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
