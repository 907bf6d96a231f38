/* Jumps that leave a statement which has been taken apart. */
#include "coopc/lower/jumps.h"

#include <stdlib.h>

#include "coopc/diag/diag.h"

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
