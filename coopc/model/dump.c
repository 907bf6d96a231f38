/* The model as text, for people and tests: one line a thing, in the order of the source. */
#include "coopc/model/dump.h"

#include "coopc/model/kernel.h"

static const char *home_words(const struct variable *variable)
{
    switch (variable->home) {
    case HOME_ARGUMENT:
        return "read from the arguments";
    case HOME_COPY:
        return "private, copied by each state that uses it";
    case HOME_PLACE:
        return "private, used in place";
    case HOME_LOCAL:
        return "local";
    case HOME_CONSTANT:
        return "at program scope";
    default:
        return "inside one state";
    }
}

static const struct member *find_member(const struct layout *layout, const struct variable *variable)
{
    for (size_t i = 0; i < layout->members.count; ++i) {
        if (layout->members.items[i].variable == variable) {
            return &layout->members.items[i];
        }
    }
    return NULL;
}

static void dump_variable(struct text *out, const struct kernel *kernel, const struct variable *variable)
{
    const struct member *argument = find_member(&kernel->arguments, variable);
    const struct member *transmit = find_member(&kernel->transmits, variable);

    text_printf(out, "  %s %s, line %zu: %s, %zu bytes; %s",
                variable->is_parameter ? "parameter" : "variable", variable->name,
                source_line(kernel->source, variable->offset), variable->type.spelling, variable->type.size,
                home_words(variable));
    if (argument != NULL) {
        text_printf(out, "; argument at %zu", argument->offset);
    }
    if (transmit != NULL) {
        text_printf(out, "; transmitted at %zu", transmit->offset);
    }
    text_puts(out, "\n");
}

static void dump_uses(struct text *out, const struct state *state)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        const struct use *use = &state->uses.items[i];

        text_printf(out, "%s%s", i == 0 ? "    " : ", ",
                    use->is_declared  ? "declares "
                    : use->is_written ? "may change "
                                      : "reads ");
        text_puts(out, use->variable->name);
    }
    text_puts(out, state->uses.count == 0 ? "" : "\n");
}

static void dump_state(struct text *out, const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];
    const struct range *begin = state_begin_text(state);
    struct successors successors = {.list = {NULL, 0, 0}};

    text_printf(out, "  state %zu", index);
    if (begin != NULL) {
        text_printf(out, ", line %zu", source_line(kernel->source, begin->begin));
    }
    text_puts(out, ":");
    if (state->call != NULL) {
        text_printf(out, " %s in line %zu, then %zu", state->call->name,
                    source_line(kernel->source, state->call->offset), kernel->labels.items[state->next]);
        state_jumps(kernel, index, &successors);
    } else {
        state_successors(kernel, index, &successors);
    }
    for (size_t i = 0; i < successors.list.count; ++i) {
        const char *word = i > 0 ? "," : state->call == NULL ? " goes to" : "; or goes to";

        text_printf(out, "%s %zu", word, successors.list.items[i]);
    }
    if (state->operation == OPERATION_RETURN || state->may_return) {
        text_puts(out, state->call == NULL && successors.list.count == 0 ? " returns" : "; or returns");
    }
    text_puts(out, "\n");
    dump_uses(out, state);
}

static void dump_kernel(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "kernel %zu %s, %s:%zu: %s%s%s%s%s\n", kernel->index, kernel->name, kernel->source->path,
                source_line(kernel->source, kernel->function->offset),
                kernel->function->kind == FUNCTION_COOPERATIVE ? "cooperative" : "regular",
                kernel->shrinks ? ", shrinks" : "", kernel->grows ? ", grows" : "",
                kernel->kill_any ? ", any work-group may be killed" : "",
                kernel->may_kill_all ? ", all work-groups may be killed" : "");
    text_printf(out, "  bytes: %zu arguments, %zu transmitted, %zu private, %zu local\n",
                kernel->arguments.size, kernel->transmits.size, kernel->vars_bytes, kernel->local_bytes);
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        dump_variable(out, kernel, kernel->function->variables.items[i]);
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        dump_state(out, kernel, i);
    }
}

void dump_model(struct text *out, const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        dump_kernel(out, model->kernels.items[i]);
    }
}
