/* A kernel's statements become states.
 *
 * A statement that holds neither a barrier nor a primitive stays text inside the current state. The others
 * are taken apart: their parts become states, their control flow becomes jumps between labels. A label stands
 * for the state that begins at it; states are numbered in the order of the source, so a label is bound when
 * its state begins. */
#include "coopc/lower/flatten.h"

#include <string.h>

#include "coopc/lower/enumeration.h"
#include "coopc/lower/flattener.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"

static void flatten_statement(struct flattener *flattener, struct statement *statement);

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

/* `return value;` at the end of an inlined helper: what follows the call is what follows the text. */
static void flatten_tail(struct flattener *flattener, const struct statement *statement)
{
    const struct tokens *tokens = &flattener->kernel->tokens;
    size_t first = token_at(tokens, statement->keyword) + 1;
    size_t last = token_at(tokens, statement->range.end) - 1;
    struct range value = {tokens->list.items[first].begin, tokens->list.items[last].begin};

    if (!token_is(tokens, first, ";")) {
        value.end = tokens->list.items[last - 1].end;
        flattener_add_result(flattener, value, inlining_at(flattener->kernel, statement->keyword)->result,
                             NULL);
    }
}

/* Behind an inlined call that was in `return f(x);`. */
static void flatten_return(struct flattener *flattener, const struct statement *statement)
{
    struct inlining *outer = inlining_at(flattener->kernel, statement->keyword);
    struct range place = {statement->keyword, statement->keyword};
    size_t behind;

    if (outer != NULL && outer->result != NULL) {
        flattener_add_result(flattener, place, outer->result, statement->inlining->result);
    }
    if (outer != NULL && statement == flattener->tail) {
        return;
    }
    behind = flattener_label(flattener);
    flattener_begin_state(flattener, behind, outer == NULL ? OPERATION_RETURN : OPERATION_NONE);
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
    inlining->end = flattener_label(flattener);
    if (inlining->helper->parameter_count > 0) {
        flattener_add_item(flattener, ITEM_PARAMETERS, inlining->parameters)->arguments = inlining->arguments;
    }
    if (inlining->is_apart) {
        flattener_begin_state(flattener, flattener_label(flattener), OPERATION_NONE);
    }
    flattener->tail = inlining->tail;
    flatten_children(flattener, inlining->body);
    flattener->tail = outer_tail;
    if (inlining->has_jumps || inlining->is_apart) {
        flattener_begin_state(flattener, inlining->end, OPERATION_NONE);
    }
    if (inlining->form == INLINING_RETURN) {
        flatten_return(flattener, statement);
    } else if (inlining->form == INLINING_VALUE) {
        flattener_add_simple(flattener, statement->range, scope);
        item = &flattener_state(flattener)->items.items[flattener_state(flattener)->items.count - 1];
        item->value = inlining->result;
        item->call = inlining->call;
    }
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

        if (block_pragma_take(flattener->kernel, child) || take_enumeration(flattener, child, compound)) {
            continue;
        }
        if (child->kind == STATEMENT_DIRECTIVE) {
            bool is_before_split = i + 1 < compound->children.count &&
                                   range_splits(flattener->kernel, compound->children.items[i + 1]->range);

            if (!is_before_split || !pragma_is_of_loop(flattener->kernel, child->range)) {
                (void)flattener_add_item(flattener, ITEM_TEXT, child->range);
            }
        } else if (child->inlining != NULL) {
            flatten_call(flattener, child, compound->keyword);
        } else if (child == flattener->tail) {
            flatten_tail(flattener, child);
        } else if (child->kind == STATEMENT_SIMPLE && !splits) {
            flattener_add_simple(flattener, child->range, compound->keyword);
        } else {
            flatten_statement(flattener, child);
        }
    }
}

static void flatten_if(struct flattener *flattener, struct statement *statement)
{
    size_t otherwise = flattener_label(flattener);
    size_t end = statement->otherwise == NULL ? otherwise : flattener_label(flattener);

    flattener_add_jump(flattener, ITEM_JUMP_UNLESS, statement->head, otherwise);
    flatten_statement(flattener, statement->body);
    if (statement->otherwise != NULL) {
        flattener_begin_state(flattener, otherwise, OPERATION_NONE);
        flattener->kernel->states.items[flattener->kernel->states.count - 2].next = end;
        flatten_statement(flattener, statement->otherwise);
    }
    flattener_begin_state(flattener, end, OPERATION_NONE);
}

static void flatten_while(struct flattener *flattener, struct statement *statement)
{
    size_t head = flattener_label(flattener);
    size_t end = flattener_label(flattener);

    flattener_add_construct(flattener, statement->keyword, end, head);
    flattener_begin_state(flattener, head, OPERATION_NONE);
    flattener_add_jump(flattener, ITEM_JUMP_UNLESS, statement->head, end);
    flatten_statement(flattener, statement->body);
    flattener_begin_state(flattener, end, OPERATION_NONE);
    flattener->kernel->states.items[flattener->kernel->states.count - 2].next = head;
}

static void flatten_do(struct flattener *flattener, struct statement *statement)
{
    size_t begin = flattener_label(flattener);
    size_t again = flattener_label(flattener);
    size_t end = flattener_label(flattener);

    flattener_add_construct(flattener, statement->keyword, end, again);
    flattener_begin_state(flattener, begin, OPERATION_NONE);
    flatten_statement(flattener, statement->body);
    if (is_continued(flattener, statement)) {
        flattener_begin_state(flattener, again, OPERATION_NONE);
    }
    flattener_add_jump(flattener, ITEM_JUMP_IF, statement->head, begin);
    flattener_begin_state(flattener, end, OPERATION_NONE);
}

static void flatten_for(struct flattener *flattener, struct statement *statement)
{
    size_t head = flattener_label(flattener);
    size_t again = flattener_label(flattener);
    size_t end = flattener_label(flattener);

    flattener_add_construct(flattener, statement->keyword, end, again);
    if (!range_is_empty(statement->initial)) {
        flattener_add_simple(flattener, statement->initial, statement->keyword);
    }
    flattener_begin_state(flattener, head, OPERATION_NONE);
    if (!range_is_empty(statement->head)) {
        flattener_add_jump(flattener, ITEM_JUMP_UNLESS, statement->head, end);
    }
    flatten_statement(flattener, statement->body);
    if (is_continued(flattener, statement)) {
        flattener_begin_state(flattener, again, OPERATION_NONE);
    }
    if (!range_is_empty(statement->step)) {
        (void)flattener_add_item(flattener, ITEM_STEP, statement->step);
    }
    flattener_begin_state(flattener, end, OPERATION_NONE);
    flattener->kernel->states.items[flattener->kernel->states.count - 2].next = head;
}

static void flatten_switch(struct flattener *flattener, struct statement *statement)
{
    size_t end = flattener_label(flattener);
    size_t first = flattener->cases.count;
    size_t otherwise = end;
    struct item dispatch = {.kind = ITEM_DISPATCH, .range = statement->head};

    flattener_add_construct(flattener, statement->keyword, end, end);
    for (size_t i = 0; i < statement->body->children.count; ++i) {
        struct statement *child = statement->body->children.items[i];

        for (; statement_is_labelled(child); child = child->body) {
            struct branch *branch;

            if (child->kind == STATEMENT_LABEL) {
                continue;
            }
            branch = LIST_ADD(&flattener->cases);
            branch->text = child->head;
            branch->label = flattener_label(flattener);
            if (memcmp(flattener->source->text + child->keyword, "default", 7) == 0) {
                otherwise = branch->label;
            } else {
                *LIST_ADD(&dispatch.branches) = *branch;
            }
        }
    }
    dispatch.label = otherwise;
    *LIST_ADD(&flattener_state(flattener)->items) = dispatch;
    flattener_state(flattener)->has_exit = true;
    flatten_children(flattener, statement->body);
    flattener_begin_state(flattener, end, OPERATION_NONE);
    flattener->cases.count = first;
}

/* A case of a switch that was taken apart. */
static void flatten_case(struct flattener *flattener, struct statement *statement)
{
    for (size_t i = flattener->cases.count; i > 0; --i) {
        if (flattener->cases.items[i - 1].text.begin == statement->head.begin) {
            flattener_begin_state(flattener, flattener->cases.items[i - 1].label, OPERATION_NONE);
            if (statement->body != NULL) {
                flatten_statement(flattener, statement->body);
            }
            return;
        }
    }
    (void)flattener_add_item(flattener, ITEM_TEXT, statement->range);
}

/* The call is the whole statement, but for a spawn, which the task may go on behind, and for a primitive with
 * a value, which the runtime's function of the same name takes. */
static void flatten_operation(struct flattener *flattener, const struct statement *statement)
{
    const struct call *call = sites_first_split(flattener->kernel->function, statement->range);

    if (call->operation == OPERATION_SPAWN || coop_op_has_value(call->operation)) {
        (void)flattener_add_item(flattener, ITEM_TEXT, statement->range);
    }
    flattener_state(flattener)->call = call;
    flattener_begin_state(flattener, flattener_label(flattener), call->operation);
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
            (void)flattener_add_item(flattener, ITEM_TEXT, statement->range);
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

void flatten(struct kernel *kernel)
{
    struct flattener flattener = {.kernel = kernel, .source = kernel->source};

    flattener.has_hidden_names = kernel->inlinings.count > 0 && has_hidden_names(kernel);
    (void)LIST_ADD(&kernel->states);
    (void)flattener_label(&flattener);
    flatten_children(&flattener, kernel->tree);
    flattener_state(&flattener)->operation = OPERATION_RETURN;
    flattener_remove_empty_states(kernel);
    kernel_find_texts(kernel);
    jumps_rewrite(kernel, &flattener.constructs);
}
