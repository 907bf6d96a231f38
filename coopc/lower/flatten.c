/* A kernel's statements become states.
 *
 * A statement that holds neither a barrier nor a primitive stays text inside the current state. The others
 * are taken apart: their parts become states, their control flow becomes jumps between labels. A label stands
 * for the state that begins at it; states are numbered in the order of the source, so a label is bound when
 * its state begins. */
#include "coopc/lower/flatten.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/lower/enumeration.h"
#include "coopc/lower/jumps.h"
#include "coopc/model/sites.h"
#include "coopc/model/statement.h"
#include "coopc/text/pragma.h"

struct flattener {
    struct kernel *kernel;
    struct source *source;
    struct constructs constructs;
    LIST(struct branch) cases;    /* of the innermost switch: statements' keywords and labels */
    const struct statement *tail; /* the return at the end of the helper that is being inlined */
    bool has_hidden_names;        /* macro bodies name variables */
};

static void flatten_statement(struct flattener *flattener, struct statement *statement);

static struct state *current(struct flattener *flattener)
{
    return &flattener->kernel->states.items[flattener->kernel->states.count - 1];
}

static size_t label_new(struct flattener *flattener)
{
    *LIST_ADD(&flattener->kernel->labels) = 0;
    return flattener->kernel->labels.count - 1;
}

static void label_bind(struct flattener *flattener, size_t label)
{
    flattener->kernel->labels.items[label] = flattener->kernel->states.count - 1;
}

/* Ends the current state with an operation and begins the one at `label`. */
static void state_begin(struct flattener *flattener, size_t label, enum operation operation)
{
    current(flattener)->operation = operation;
    current(flattener)->next = label;
    (void)LIST_ADD(&flattener->kernel->states);
    label_bind(flattener, label);
}

static struct item *item_add(struct flattener *flattener, enum item_kind kind, struct range range)
{
    struct item *item = LIST_ADD(&current(flattener)->items);

    item->kind = kind;
    item->range = range;
    return item;
}

static void jump_add(struct flattener *flattener, enum item_kind kind, struct range condition, size_t label)
{
    item_add(flattener, kind, condition)->label = label;
    current(flattener)->has_exit = true;
}

static bool is_continued(const struct flattener *flattener, const struct statement *loop)
{
    const struct function *function = flattener->kernel->function;
    struct found_sites jumps = sites_find(function, SITE_JUMP, loop->range);

    for (size_t i = 0; i < jumps.count; ++i) {
        const struct jump *jump = &function->jumps.items[jumps.items[i].index];

        if (jump->kind == JUMP_CONTINUE && jump->target == loop->keyword) {
            return true;
        }
    }
    return false;
}

static void construct_add(struct flattener *flattener, size_t keyword, size_t break_label,
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

/* A declaration where statements become states, or any other simple statement. */
static void flatten_simple(struct flattener *flattener, struct range range, size_t scope)
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
    (void)item_add(flattener, kind, range);
}

static bool is_loop_pragma(const struct flattener *flattener, struct range range)
{
    static const char *const words[] = {"unroll", "nounroll", "loop", "unroll_and_jam", "ivdep", NULL};
    struct tokens tokens = pragma_words(flattener->source, range);

    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (string_is_one_of(token_spelling(&tokens, i), words)) {
            return true;
        }
    }
    return false;
}

/* The value of a return goes into the result of the call that stands for it, if somebody reads that. */
static void result_add(struct flattener *flattener, struct range range, struct variable *result,
                       struct variable *value)
{
    struct item *item = item_add(flattener, ITEM_RESULT, range);

    item->result = result;
    item->value = value;
}

/* `return value;` at the end of an inlined helper: what follows the call is what follows the text. */
static void flatten_tail(struct flattener *flattener, const struct statement *statement)
{
    const struct tokens *tokens = &flattener->kernel->tokens;
    size_t first = token_at(tokens, statement->keyword) + 1;
    size_t last = token_at(tokens, statement->range.end) - 1;
    struct range value = {tokens->list.items[first].begin, tokens->list.items[last].begin};

    if (!token_is(tokens, first, ";")) {
        value.end = tokens->list.items[last - 1].end;
        result_add(flattener, value, inlining_at(flattener->kernel, statement->keyword)->result, NULL);
    }
}

/* Behind an inlined call that was in `return f(x);`. */
static void flatten_return(struct flattener *flattener, const struct statement *statement)
{
    struct inlining *outer = inlining_at(flattener->kernel, statement->keyword);
    struct range place = {statement->keyword, statement->keyword};
    size_t behind;

    if (outer != NULL && outer->result != NULL) {
        result_add(flattener, place, outer->result, statement->inlining->result);
    }
    if (outer != NULL && statement == flattener->tail) {
        return;
    }
    behind = label_new(flattener);
    state_begin(flattener, behind, outer == NULL ? OPERATION_RETURN : OPERATION_NONE);
    if (outer != NULL) {
        flattener->kernel->states.items[flattener->kernel->states.count - 2].next = outer->end;
    }
}

static void flatten_children(struct flattener *flattener, struct statement *compound);

/* Whether macro bodies name variables, which then cannot have other names where two texts meet. */
static bool has_hidden_names(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        if (kernel->function->references.items[i].variable != NULL &&
            !kernel->function->references.items[i].is_editable) {
            return true;
        }
    }
    return false;
}

/* The helper's body takes the call's place; what the statement does with the value stands behind it. */
static void flatten_call(struct flattener *flattener, struct statement *statement, size_t scope)
{
    struct inlining *inlining = statement->inlining;
    const struct statement *outer_tail = flattener->tail;
    struct item *item;

    inlining->is_apart = flattener->has_hidden_names || inlining->helper->enumerations.count > 0;
    inlining->end = label_new(flattener);
    if (inlining->helper->parameter_count > 0) {
        item_add(flattener, ITEM_PARAMETERS, inlining->parameters)->arguments = inlining->arguments;
    }
    if (inlining->is_apart) {
        state_begin(flattener, label_new(flattener), OPERATION_NONE);
    }
    flattener->tail = inlining->tail;
    flatten_children(flattener, inlining->body);
    flattener->tail = outer_tail;
    if (inlining->has_jumps || inlining->is_apart) {
        state_begin(flattener, inlining->end, OPERATION_NONE);
    }
    if (inlining->form == INLINING_RETURN) {
        flatten_return(flattener, statement);
    } else if (inlining->form == INLINING_VALUE) {
        flatten_simple(flattener, statement->range, scope);
        item = &current(flattener)->items.items[current(flattener)->items.count - 1];
        item->value = inlining->result;
        item->call = inlining->call;
    }
}

/* A pragma that says how a block computes, and which only stands at a block's beginning. Contraction is a
 * permission, so that all of the kernel can do without it. */
static bool take_block_pragma(struct flattener *flattener, const struct statement *statement)
{
    struct tokens words = pragma_words(flattener->source, statement->range);
    bool is_contract = token_is(&words, 1, "FP_CONTRACT") || token_is(&words, 2, "contract");

    if (statement->kind != STATEMENT_DIRECTIVE || !pragma_is_of_block(&words)) {
        words = pragma_of_block_in_macro(flattener->source, statement->range.begin);
        if (words.list.count > 0) {
            diag_error(ERROR_BLOCK_PRAGMA, flattener->source, statement->range.begin,
                       "write it in front of the kernel.",
                       "a macro holds a pragma that applies to a block, and coopc splits that block");
        }
        return words.list.count > 0;
    }
    if (is_contract) {
        flattener->kernel->forbids_contraction |= token_is(&words, 2, "OFF") || token_is(&words, 4, "off");
    } else {
        diag_error(ERROR_BLOCK_PRAGMA, flattener->source, statement->range.begin,
                   "write it in front of the kernel.", "this pragma applies to a block that coopc splits");
    }
    return true;
}

/* Check has refused one that declares a variable, too, where anything is taken apart. */
static bool take_enumeration(struct flattener *flattener, const struct statement *statement,
                             const struct statement *compound)
{
    struct kernel *kernel = flattener->kernel;

    for (size_t i = 0; i < kernel->function->enumerations.count && statement->kind == STATEMENT_SIMPLE; ++i) {
        if (range_holds(statement->range, kernel->function->enumerations.items[i]) &&
            !sites_declare(kernel->function, statement->range)) {
            struct enumeration *enumeration = LIST_ADD(&kernel->enumerations);

            enumeration->text = statement->range;
            enumeration->scope = (struct range){statement->range.end, compound->range.end};
            enumeration_check(kernel, enumeration);
            return true;
        }
    }
    return false;
}

static void flatten_children(struct flattener *flattener, struct statement *compound)
{
    for (size_t i = 0; i < compound->children.count; ++i) {
        struct statement *child = compound->children.items[i];
        bool splits = range_splits(flattener->kernel, child->range);

        if (take_block_pragma(flattener, child) || take_enumeration(flattener, child, compound)) {
            continue;
        }
        if (child->kind == STATEMENT_DIRECTIVE) {
            bool is_before_split = i + 1 < compound->children.count &&
                                   range_splits(flattener->kernel, compound->children.items[i + 1]->range);

            if (!is_before_split || !is_loop_pragma(flattener, child->range)) {
                (void)item_add(flattener, ITEM_TEXT, child->range);
            }
        } else if (child->inlining != NULL) {
            flatten_call(flattener, child, compound->keyword);
        } else if (child == flattener->tail) {
            flatten_tail(flattener, child);
        } else if (child->kind == STATEMENT_SIMPLE && !splits) {
            flatten_simple(flattener, child->range, compound->keyword);
        } else {
            flatten_statement(flattener, child);
        }
    }
}

static void flatten_if(struct flattener *flattener, struct statement *statement)
{
    size_t otherwise = label_new(flattener);
    size_t end = statement->otherwise == NULL ? otherwise : label_new(flattener);

    jump_add(flattener, ITEM_JUMP_UNLESS, statement->head, otherwise);
    flatten_statement(flattener, statement->body);
    if (statement->otherwise != NULL) {
        state_begin(flattener, otherwise, OPERATION_NONE);
        flattener->kernel->states.items[flattener->kernel->states.count - 2].next = end;
        flatten_statement(flattener, statement->otherwise);
    }
    state_begin(flattener, end, OPERATION_NONE);
}

static void flatten_while(struct flattener *flattener, struct statement *statement)
{
    size_t head = label_new(flattener);
    size_t end = label_new(flattener);

    construct_add(flattener, statement->keyword, end, head);
    state_begin(flattener, head, OPERATION_NONE);
    jump_add(flattener, ITEM_JUMP_UNLESS, statement->head, end);
    flatten_statement(flattener, statement->body);
    state_begin(flattener, end, OPERATION_NONE);
    flattener->kernel->states.items[flattener->kernel->states.count - 2].next = head;
}

static void flatten_do(struct flattener *flattener, struct statement *statement)
{
    size_t begin = label_new(flattener);
    size_t again = label_new(flattener);
    size_t end = label_new(flattener);

    construct_add(flattener, statement->keyword, end, again);
    state_begin(flattener, begin, OPERATION_NONE);
    flatten_statement(flattener, statement->body);
    if (is_continued(flattener, statement)) {
        state_begin(flattener, again, OPERATION_NONE);
    }
    jump_add(flattener, ITEM_JUMP_IF, statement->head, begin);
    state_begin(flattener, end, OPERATION_NONE);
}

static void flatten_for(struct flattener *flattener, struct statement *statement)
{
    size_t head = label_new(flattener);
    size_t again = label_new(flattener);
    size_t end = label_new(flattener);

    construct_add(flattener, statement->keyword, end, again);
    if (!range_is_empty(statement->initial)) {
        flatten_simple(flattener, statement->initial, statement->keyword);
    }
    state_begin(flattener, head, OPERATION_NONE);
    if (!range_is_empty(statement->head)) {
        jump_add(flattener, ITEM_JUMP_UNLESS, statement->head, end);
    }
    flatten_statement(flattener, statement->body);
    if (is_continued(flattener, statement)) {
        state_begin(flattener, again, OPERATION_NONE);
    }
    if (!range_is_empty(statement->step)) {
        (void)item_add(flattener, ITEM_STEP, statement->step);
    }
    state_begin(flattener, end, OPERATION_NONE);
    flattener->kernel->states.items[flattener->kernel->states.count - 2].next = head;
}

static void flatten_switch(struct flattener *flattener, struct statement *statement)
{
    size_t end = label_new(flattener);
    size_t first = flattener->cases.count;
    size_t otherwise = end;
    struct item dispatch = {.kind = ITEM_DISPATCH, .range = statement->head};

    construct_add(flattener, statement->keyword, end, end);
    for (size_t i = 0; i < statement->body->children.count; ++i) {
        struct statement *child = statement->body->children.items[i];

        for (; statement_is_labelled(child); child = child->body) {
            struct branch *branch;

            if (child->kind == STATEMENT_LABEL) {
                continue;
            }
            branch = LIST_ADD(&flattener->cases);
            branch->text = child->head;
            branch->label = label_new(flattener);
            if (memcmp(flattener->source->text + child->keyword, "default", 7) == 0) {
                otherwise = branch->label;
            } else {
                *LIST_ADD(&dispatch.branches) = *branch;
            }
        }
    }
    dispatch.label = otherwise;
    *LIST_ADD(&current(flattener)->items) = dispatch;
    current(flattener)->has_exit = true;
    flatten_children(flattener, statement->body);
    state_begin(flattener, end, OPERATION_NONE);
    flattener->cases.count = first;
}

/* A case of a switch that was taken apart. */
static void flatten_case(struct flattener *flattener, struct statement *statement)
{
    for (size_t i = flattener->cases.count; i > 0; --i) {
        if (flattener->cases.items[i - 1].text.begin == statement->head.begin) {
            state_begin(flattener, flattener->cases.items[i - 1].label, OPERATION_NONE);
            if (statement->body != NULL) {
                flatten_statement(flattener, statement->body);
            }
            return;
        }
    }
    (void)item_add(flattener, ITEM_TEXT, statement->range);
}

/* The call is the whole statement. */
static void flatten_operation(struct flattener *flattener, const struct statement *statement)
{
    const struct call *call = sites_first_split(flattener->kernel->function, statement->range);

    current(flattener)->call = call;
    state_begin(flattener, label_new(flattener), call->operation);
}

static void flatten_statement(struct flattener *flattener, struct statement *statement)
{
    if (statement->kind == STATEMENT_CASE) {
        flatten_case(flattener, statement);
        return;
    }
    /* Where anything is taken apart no goto is there to jump to a label (check/kernel.c). */
    if (statement->kind == STATEMENT_LABEL &&
        range_splits(flattener->kernel, flattener->kernel->tree->range)) {
        if (statement->body != NULL) {
            flatten_statement(flattener, statement->body);
        }
        return;
    }
    if (!range_splits(flattener->kernel, statement->range)) {
        if (statement->kind != STATEMENT_EMPTY) {
            (void)item_add(flattener, ITEM_TEXT, statement->range);
        }
        return;
    }
    switch (statement->kind) {
    case STATEMENT_COMPOUND:
        flatten_children(flattener, statement);
        break;
    case STATEMENT_IF:
        flatten_if(flattener, statement);
        break;
    case STATEMENT_WHILE:
        flatten_while(flattener, statement);
        break;
    case STATEMENT_DO:
        flatten_do(flattener, statement);
        break;
    case STATEMENT_FOR:
        flatten_for(flattener, statement);
        break;
    case STATEMENT_SWITCH:
        flatten_switch(flattener, statement);
        break;
    default:
        if (statement->inlining != NULL) {
            flatten_call(flattener, statement, 0);
        } else {
            flatten_operation(flattener, statement);
        }
        break;
    }
}

static bool is_empty_state(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return index > 0 && state->items.count == 0 && state->operation == OPERATION_NONE;
}

/* States that do nothing but go on disappear: their labels move to where they go. Every chain of such states
 * ends, because a loop has at least the state that holds its barrier. */
static void remove_empty_states(struct kernel *kernel)
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

void flatten(struct kernel *kernel)
{
    struct flattener flattener = {.kernel = kernel, .source = kernel->source};

    flattener.has_hidden_names = kernel->inlinings.count > 0 && has_hidden_names(kernel);
    (void)LIST_ADD(&kernel->states);
    (void)label_new(&flattener);
    flatten_children(&flattener, kernel->tree);
    current(&flattener)->operation = OPERATION_RETURN;
    remove_empty_states(kernel);
    kernel_find_texts(kernel);
    jumps_rewrite(kernel, &flattener.constructs);
}
