/* A kernel. */
#include "coopc/model/kernel.h"

#include "coopc/model/sites.h"
#include "coopc/text/directive.h"

#include <string.h>

struct inlining *inlining_at(const struct kernel *kernel, size_t offset)
{
    for (size_t i = 0; offset > kernel->source->length && i < kernel->inlinings.count; ++i) {
        const struct range *copy = &kernel->inlinings.items[i]->copy;

        if (offset >= copy->begin && offset < copy->end) {
            return kernel->inlinings.items[i];
        }
    }
    return NULL;
}

bool kernel_begins_at(const struct kernel *kernel, enum operation operation)
{
    return operation_forks(operation) || (kernel->may_kill_all && operation == OPERATION_OFFER_KILL);
}

bool range_splits(const struct kernel *kernel, struct range range)
{
    return sites_first_split(kernel->function, range) != NULL;
}

bool enumeration_names(const struct kernel *kernel, const struct enumeration *enumeration, const char *name)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->enumerators.count; ++i) {
        if (range_holds(enumeration->text, function->enumerators.items[i].offset) &&
            strcmp(function->enumerators.items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool enumeration_is_used(const struct enumeration *enumeration, const struct state *state)
{
    for (size_t i = 0; i < state->items.count; ++i) {
        const struct item *item = &state->items.items[i];
        size_t offset = item->kind == ITEM_PARAMETERS ? item->arguments.begin : item->range.begin;
        bool is_used = range_holds(enumeration->scope, offset);

        for (size_t j = 0; j < item->branches.count; ++j) {
            is_used |= range_holds(enumeration->scope, item->branches.items[j].text.begin);
        }
        if (is_used) {
            return true;
        }
    }
    return false;
}

/* What an inlined helper's result stands for is no part of the text. */
static void find_text(struct kernel *kernel, const struct item *item, size_t state)
{
    if (range_is_empty(item->call)) {
        spans_add(&kernel->texts, item->range, state);
    } else {
        spans_add(&kernel->texts, (struct range){item->range.begin, item->call.begin}, state);
        spans_add(&kernel->texts, (struct range){item->call.end, item->range.end}, state);
    }
    spans_add(&kernel->texts, item->arguments, state);
    for (size_t i = 0; i < item->branches.count; ++i) {
        spans_add(&kernel->texts, item->branches.items[i].text, state);
    }
}

void kernel_find_texts(struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        for (size_t j = 0; j < kernel->states.items[i].items.count; ++j) {
            find_text(kernel, &kernel->states.items[i].items.items[j], i);
        }
    }
    spans_sort(&kernel->texts);
}

size_t state_at(const struct kernel *kernel, size_t offset)
{
    return spans_find(&kernel->texts, offset);
}

bool kernel_changes_macros(const struct kernel *kernel)
{
    static const char *const words[] = {"define", "undef", NULL};
    static const char *const pragmas[] = {"push_macro", "pop_macro", NULL};

    for (size_t i = 0; i < kernel->tokens.list.count; ++i) {
        const struct token *token = &kernel->tokens.list.items[i];

        if (token->kind == TOKEN_DIRECTIVE) {
            struct tokens tokens = directive_tokens(kernel->source->text, token);

            if ((tokens.list.count > 0 && string_is_one_of(token_spelling(&tokens, 0), words)) ||
                (tokens.list.count > 1 && string_is_one_of(token_spelling(&tokens, 1), pragmas))) {
                return true;
            }
        }
    }
    return false;
}

/* The statements of a kernel's body. */

bool statement_is_labelled(const struct statement *statement)
{
    return statement != NULL && (statement->kind == STATEMENT_CASE || statement->kind == STATEMENT_LABEL);
}

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
