/* What is known of a function, moved to a copy of its text. */
#include "coopc/lower/copy.h"

#include <string.h>

struct move {
    const struct function *from;
    struct function *to;
    size_t copy; /* where from->offset goes */
};

static size_t move_offset(const struct move *move, size_t offset)
{
    return offset - move->from->offset + move->copy;
}

static void copy_variables(const struct move *move, const struct inlining *inlining)
{
    for (size_t i = 0; i < move->from->variables.count; ++i) {
        struct variable *variable = memory_allocate(sizeof *variable);

        *variable = *move->from->variables.items[i];
        variable->inlining = inlining;
        variable->index = move->to->variables.count;
        variable->offset = move_offset(move, variable->offset);
        variable->scope = move_offset(move, variable->scope);
        variable->initial_references.begin += move->to->references.count;
        variable->initial_references.end += move->to->references.count;
        *LIST_ADD(&move->to->variables) = variable;
    }
}

static void copy_references(const struct move *move, size_t first_variable)
{
    size_t first = move->to->references.count;

    for (size_t i = 0; i < move->from->references.count; ++i) {
        struct reference *reference = LIST_ADD(&move->to->references);

        *reference = move->from->references.items[i];
        reference->offset = move_offset(move, reference->offset);
        reference->done += reference->done > 0 ? first : 0;
        if (reference->variable != NULL) {
            reference->variable = move->to->variables.items[first_variable + reference->variable->index];
        }
    }
}

static void copy_dereferences(const struct move *move, size_t first_variable)
{
    for (size_t i = 0; i < move->from->dereferences.count; ++i) {
        struct dereference *access = LIST_ADD(&move->to->dereferences);

        *access = move->from->dereferences.items[i];
        access->range.begin = move_offset(move, access->range.begin);
        access->range.end = move_offset(move, access->range.end);
        access->base = move_offset(move, access->base);
        access->variable = move->to->variables.items[first_variable + access->variable->index];
    }
}

static void copy_calls(const struct move *move, size_t first_variable)
{
    for (size_t i = 0; i < move->from->calls.count; ++i) {
        struct call *call = LIST_ADD(&move->to->calls);
        const struct call *original = &move->from->calls.items[i];

        *call = *original;
        call->offset = move_offset(move, call->offset);
        memset(&call->arguments, 0, sizeof call->arguments);
        memset(&call->named, 0, sizeof call->named);
        for (size_t j = 0; j < original->arguments.count; ++j) {
            const struct variable *named = original->named.items[j];

            *LIST_ADD(&call->arguments) = move_offset(move, original->arguments.items[j]);
            *LIST_ADD(&call->named) =
                named == NULL ? NULL : move->to->variables.items[first_variable + named->index];
        }
    }
}

static void copy_statements(const struct move *move)
{
    const struct function *from = move->from;

    for (size_t i = 0; i < from->jumps.count; ++i) {
        struct jump *jump = LIST_ADD(&move->to->jumps);

        *jump = from->jumps.items[i];
        jump->offset = move_offset(move, jump->offset);
        jump->target = move_offset(move, jump->target);
    }
    for (size_t i = 0; i < from->children.count; ++i) {
        struct child *child = LIST_ADD(&move->to->children);

        child->compound = move_offset(move, from->children.items[i].compound);
        child->begin = move_offset(move, from->children.items[i].begin);
    }
    for (size_t i = 0; i < from->hidden.count; ++i) {
        struct hidden *hidden = LIST_ADD(&move->to->hidden);

        hidden->begin = move_offset(move, from->hidden.items[i].begin);
        hidden->end = move_offset(move, from->hidden.items[i].end);
    }
    for (size_t i = 0; i < from->choices.count; ++i) {
        struct hidden *choice = LIST_ADD(&move->to->choices);

        choice->begin = move_offset(move, from->choices.items[i].begin);
        choice->end = move_offset(move, from->choices.items[i].end);
    }
    for (size_t i = 0; i < from->types.count; ++i) {
        *LIST_ADD(&move->to->types) = move_offset(move, from->types.items[i]);
    }
    for (size_t i = 0; i < from->literals.count; ++i) {
        *LIST_ADD(&move->to->literals) = move_offset(move, from->literals.items[i]);
    }
    for (size_t i = 0; i < from->enumerations.count; ++i) {
        *LIST_ADD(&move->to->enumerations) = move_offset(move, from->enumerations.items[i]);
    }
    for (size_t i = 0; i < from->enumerators.count; ++i) {
        *LIST_ADD(&move->to->enumerators) = (struct enumerator){
            move_offset(move, from->enumerators.items[i].offset), from->enumerators.items[i].name};
    }
}

void function_copy(struct function *to, const struct function *from, size_t copy,
                   const struct inlining *inlining)
{
    struct move move = {.from = from, .to = to, .copy = copy};
    size_t first_variable = to->variables.count;

    copy_variables(&move, inlining);
    copy_references(&move, first_variable);
    copy_dereferences(&move, first_variable);
    copy_calls(&move, first_variable);
    copy_statements(&move);
}
