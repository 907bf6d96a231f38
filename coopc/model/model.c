/* Small operations on the model. */
#include "coopc/model/model.h"

#include <stdlib.h>
#include <string.h>

void edit_add(struct source *source, size_t begin, size_t end, const char *text)
{
    struct edit *edit = LIST_ADD(&source->edits);

    edit->begin = begin;
    edit->end = end;
    edit->text = text;
    edit->order = source->edits.count;
}

static int compare_edits(const void *left, const void *right)
{
    const struct edit *a = left;
    const struct edit *b = right;

    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    if (a->end != b->end) {
        return a->end > b->end ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

void edits_sort(struct source *source)
{
    if (source->edits.count > 1) {
        qsort(source->edits.items, source->edits.count, sizeof *source->edits.items, compare_edits);
    }
}

void text_append_edited(struct text *text, const struct source *source, struct range range)
{
    size_t at = range.begin;

    for (size_t i = 0; i < source->edits.count; ++i) {
        const struct edit *edit = &source->edits.items[i];

        if (edit->begin < at || edit->end > range.end || edit->text == NULL) {
            continue;
        }
        text_append(text, source->text + at, edit->begin - at);
        text_puts(text, edit->text);
        at = edit->end;
    }
    text_append(text, source->text + at, range.end - at);
}

size_t source_copy(struct source *to, const struct source *from, struct range range)
{
    size_t begin = to->extent + 1;
    size_t length = range.end - range.begin;
    struct copy *copy = LIST_ADD(&to->copies);

    if (begin + length >= to->room) {
        char *text;

        to->room = 2 * (begin + length);
        text = memory_allocate(to->room);
        memcpy(text, to->text, to->extent);
        to->text = text;
        to->tokens.text = text;
    }
    to->text[to->extent] = '\n';
    memcpy(to->text + begin, from->text + range.begin, length);
    to->extent = begin + length;
    to->text[to->extent] = '\0';
    copy->range.begin = begin;
    copy->range.end = to->extent;
    copy->source = from;
    copy->offset = range.begin;
    return begin;
}

struct place source_place(const struct source *source, size_t offset)
{
    struct place place = {source, offset};

    for (size_t i = 0; offset > source->length && i < source->copies.count; ++i) {
        const struct copy *copy = &source->copies.items[i];

        if (offset >= copy->range.begin && offset <= copy->range.end) {
            place.source = copy->source;
            place.offset = copy->offset + (offset - copy->range.begin);
        }
    }
    return place;
}

const char *source_path(const struct source *source, size_t offset)
{
    return source_place(source, offset).source->path;
}

struct inlining *inlining_at(const struct kernel *kernel, size_t offset)
{
    for (size_t i = 0; i < kernel->inlinings.count; ++i) {
        const struct range *copy = &kernel->inlinings.items[i]->copy;

        if (offset >= copy->begin && offset < copy->end) {
            return kernel->inlinings.items[i];
        }
    }
    return NULL;
}

size_t source_line(const struct source *source, size_t offset)
{
    struct place place = source_place(source, offset);
    const char *at = place.source->original;
    const char *end = at + (place.offset < place.source->length ? place.offset : place.source->length);
    size_t line = 1;

    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        ++line;
        ++at;
    }
    return line;
}

bool operation_splits(enum operation operation)
{
    return operation == OPERATION_CALL || operation == OPERATION_BARRIER || operation_is_primitive(operation);
}

bool operation_is_primitive(enum operation operation)
{
    return coop_op_has_keyword(operation);
}

struct function *find_definition(const struct model *model, const struct function *function)
{
    if (function->canonical->definition != NULL) {
        return function->canonical->definition;
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            if (unit->functions.items[j]->has_body &&
                strcmp(unit->functions.items[j]->name, function->name) == 0) {
                return unit->functions.items[j];
            }
        }
    }
    return NULL;
}

bool operation_forks(enum operation operation)
{
    return coop_op_may_fork(operation);
}

bool operation_shrinks(enum operation operation)
{
    return coop_op_may_kill(operation);
}

bool kernel_begins_at(const struct kernel *kernel, enum operation operation)
{
    return operation_forks(operation) || (kernel->may_kill_all && operation == OPERATION_OFFER_KILL);
}

const char *const variant_words[VARIANT_COUNT] = {"coop_kill_highest", "coop_kill_any", "coop_keep_one",
                                                  "coop_may_kill_all", "coop_transmit_leader"};

bool function_has_variant(const struct function *function, enum variant variant)
{
    for (size_t i = 0; i < function->marks.count; ++i) {
        if (function->marks.items[i].variant == variant && !function->marks.items[i].is_stray) {
            return true;
        }
    }
    return false;
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

const char *declare(const struct declarator *declarator, const char *name)
{
    return string_printf("%s%s%s", declarator->prefix, name, declarator->suffix);
}
