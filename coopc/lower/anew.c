/* Variables that every state sets before it reads them.
 *
 * A state's text runs from its beginning, so that it is enough to follow it: a statement reads the variable
 * before it is sure to be set, or is sure to have set it where it ends, or neither. What leaves the statement
 * at once has nothing behind it that could read: it counts as setting, but not where a loop goes on. */
#include "coopc/lower/anew.h"

#include "coopc/lower/uses.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"

enum effect { EFFECT_NONE, EFFECT_SET, EFFECT_READ };

struct search {
    const struct kernel *kernel;
    const struct variable *variable;
};

static enum effect effect_of(const struct search *search, const struct statement *statement);

/* The uses of the variable in the range; `only` is the last of them. */
static size_t count_references(const struct search *search, struct range range, const struct reference **only)
{
    const struct function *function = search->kernel->function;
    struct found_sites references = sites_find(function, SITE_REFERENCE, range);
    size_t count = 0;

    for (size_t i = 0; i < references.count; ++i) {
        const struct reference *reference = &function->references.items[references.items[i].index];

        if (reference->variable == search->variable) {
            *only = reference;
            ++count;
        }
    }
    return count;
}

/* Of an expression: it sets the variable when it is an assignment to it that does not read it. */
static enum effect effect_of_text(const struct search *search, struct range range)
{
    const struct reference *reference = NULL;
    size_t count = count_references(search, range, &reference);

    if (count == 0) {
        return EFFECT_NONE;
    }
    return count == 1 && reference->access == ACCESS_WRITE && reference->is_editable &&
                   reference->offset == range.begin
               ? EFFECT_SET
               : EFFECT_READ;
}

/* Of a statement that is no control statement. */
static enum effect effect_of_simple(const struct search *search, const struct statement *statement)
{
    const struct function *function = search->kernel->function;
    struct range keyword = {statement->keyword, statement->keyword + 1};
    struct found_sites jumps = sites_find(function, SITE_JUMP, keyword);
    enum effect effect = effect_of_text(search, statement->range);
    bool leaves = jumps.count == 1 && function->jumps.items[jumps.items[0].index].is_editable;

    if (statement->is_hidden && effect != EFFECT_NONE) {
        return EFFECT_READ;
    }
    return effect == EFFECT_NONE && leaves && !statement->is_hidden ? EFFECT_SET : effect;
}

static enum effect effect_of_children(const struct search *search, const struct statement *compound,
                                      size_t first)
{
    enum effect effect = EFFECT_NONE;

    for (size_t i = first; i < compound->children.count && effect == EFFECT_NONE; ++i) {
        effect = effect_of(search, compound->children.items[i]);
    }
    return effect;
}

static enum effect effect_of_if(const struct search *search, const struct statement *statement)
{
    enum effect body = effect_of(search, statement->body);
    enum effect otherwise = effect_of(search, statement->otherwise);

    if (effect_of_text(search, statement->head) != EFFECT_NONE || body == EFFECT_READ ||
        otherwise == EFFECT_READ) {
        return EFFECT_READ;
    }
    return body == EFFECT_SET && otherwise == EFFECT_SET ? EFFECT_SET : EFFECT_NONE;
}

/* A body that may not run sets nothing. */
static enum effect effect_of_loop(const struct search *search, const struct statement *statement)
{
    enum effect effect = effect_of_text(search, statement->initial);
    enum effect body;

    if (effect != EFFECT_NONE) {
        return effect;
    }
    if (effect_of_text(search, statement->head) != EFFECT_NONE) {
        return EFFECT_READ;
    }
    body = effect_of(search, statement->body);
    if (body == EFFECT_READ || effect_of_text(search, statement->step) == EFFECT_READ) {
        return EFFECT_READ;
    }
    return EFFECT_NONE;
}

/* A break or continue goes round what sets the variable in the body. */
static enum effect effect_of_do(const struct search *search, const struct statement *statement)
{
    enum effect body = effect_of(search, statement->body);
    bool jumps = sites_find(search->kernel->function, SITE_JUMP, statement->body->range).count > 0;
    bool is_set = body == EFFECT_SET && !jumps;

    if (body == EFFECT_READ || (!is_set && effect_of_text(search, statement->head) != EFFECT_NONE)) {
        return EFFECT_READ;
    }
    return is_set ? EFFECT_SET : EFFECT_NONE;
}

static bool holds_case(const struct statement *statement)
{
    if (statement == NULL) {
        return false;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (holds_case(statement->children.items[i])) {
            return true;
        }
    }
    return statement->kind == STATEMENT_CASE || holds_case(statement->body) ||
           holds_case(statement->otherwise);
}

/* Whether a case stands elsewhere than directly in the switch's braces, or the switch has none. */
static bool is_unusual(const struct statement *body)
{
    if (body->kind != STATEMENT_COMPOUND) {
        return true;
    }
    for (size_t i = 0; i < body->children.count; ++i) {
        const struct statement *child = body->children.items[i];

        while (statement_is_labelled(child)) {
            child = child->body;
        }
        if (holds_case(child)) {
            return true;
        }
    }
    return false;
}

/* Every case may be where it begins. */
static enum effect effect_of_switch(const struct search *search, const struct statement *statement)
{
    const struct reference *any = NULL;

    if (count_references(search, statement->range, &any) == 0) {
        return EFFECT_NONE;
    }
    if (effect_of_text(search, statement->head) != EFFECT_NONE || is_unusual(statement->body)) {
        return EFFECT_READ;
    }
    for (size_t i = 0; i < statement->body->children.count; ++i) {
        if (statement_is_labelled(statement->body->children.items[i]) &&
            effect_of_children(search, statement->body, i) == EFFECT_READ) {
            return EFFECT_READ;
        }
    }
    return EFFECT_NONE;
}

static enum effect effect_of(const struct search *search, const struct statement *statement)
{
    if (statement == NULL) {
        return EFFECT_NONE;
    }
    switch (statement->kind) {
    case STATEMENT_SIMPLE:
        return effect_of_simple(search, statement);
    case STATEMENT_COMPOUND:
        return effect_of_children(search, statement, 0);
    case STATEMENT_IF:
        return effect_of_if(search, statement);
    case STATEMENT_WHILE:
    case STATEMENT_FOR:
        return effect_of_loop(search, statement);
    case STATEMENT_DO:
        return effect_of_do(search, statement);
    case STATEMENT_SWITCH:
        return effect_of_switch(search, statement);
    case STATEMENT_CASE:
    case STATEMENT_LABEL:
        return effect_of(search, statement->body);
    default:
        return EFFECT_NONE;
    }
}

/* The statement below `statement` that has exactly the range; NULL: none. */
static const struct statement *find_statement(const struct statement *statement, struct range range)
{
    const struct statement *found = NULL;

    if (statement == NULL || range.begin < statement->range.begin || range.end > statement->range.end) {
        return NULL;
    }
    if (statement->range.begin == range.begin && statement->range.end == range.end) {
        return statement;
    }
    for (size_t i = 0; i < statement->children.count && found == NULL; ++i) {
        found = find_statement(statement->children.items[i], range);
    }
    found = found == NULL ? find_statement(statement->body, range) : found;
    return found == NULL ? find_statement(statement->otherwise, range) : found;
}

static enum effect effect_of_item(const struct search *search, const struct item *item)
{
    const struct inlining *inlining = inlining_at(search->kernel, item->range.begin);
    const struct statement *root = inlining == NULL ? search->kernel->tree : inlining->body;
    const struct statement *statement;
    const struct reference *any = NULL;
    size_t count =
        count_references(search, item->range, &any) + count_references(search, item->arguments, &any);

    for (size_t i = 0; i < item->branches.count; ++i) {
        count += count_references(search, item->branches.items[i].text, &any);
    }
    if (item->kind == ITEM_DECLARE && range_holds(item->range, search->variable->offset)) {
        return count > 0 ? EFFECT_READ : EFFECT_SET; /* what it was before is gone */
    }
    if (count == 0) {
        return EFFECT_NONE;
    }
    if (item->kind == ITEM_STEP || (item->kind == ITEM_TEXT && item->value == NULL)) {
        statement = find_statement(root, item->range);
        return statement == NULL ? effect_of_text(search, item->range) : effect_of(search, statement);
    }
    return EFFECT_READ;
}

static bool is_set_first(const struct search *search, const struct state *state)
{
    enum effect effect = EFFECT_NONE;

    for (size_t i = 0; i < state->items.count && effect == EFFECT_NONE; ++i) {
        effect = effect_of_item(search, &state->items.items[i]);
    }
    return effect != EFFECT_READ;
}

bool anew_is_set(const struct kernel *kernel, const struct variable *variable)
{
    struct search search = {kernel, variable};

    if (variable->is_transmit || variable->is_result || variable->is_replaced || uses_given_apart(variable) ||
        !variable->is_editable) {
        return false;
    }
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == variable && reference->access == ACCESS_ADDRESS) {
            return false;
        }
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        if (!is_set_first(&search, &kernel->states.items[i])) {
            return false;
        }
    }
    return true;
}
