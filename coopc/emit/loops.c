/* A kernel's step where one thread runs a whole work-group: loops over its work-items.
 *
 * A step begins at a state that an operation leads to, its entry, and the same one for all work-items. So
 * each entry has a function of one work-item: the entry's state, and those that it leads to without an
 * operation, with jumps between them and no switch. A compiler sees a loop around plain code, and makes
 * vectors of it where it can (decision 0091). */
#include "coopc/emit/loops.h"

#include <string.h>

#include "coopc/emit/arguments.h"
#include "coopc/emit/line.h"
#include "coopc/emit/state.h"
#include "coopc/emit/transmit.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"

/* How often a kernel's states may stand in the text, on average. */
enum { COPIES_MOST = 4, COPIES_FREE = 16 };

/* The states that a step runs, in the order in which they were found. */
struct step_states {
    bool *is_run; /* by state */
    LIST(size_t) list;
};

static void step_states_add(struct step_states *step, size_t state)
{
    if (!step->is_run[state]) {
        step->is_run[state] = true;
        *LIST_ADD(&step->list) = state;
    }
}

/* Where a step goes on behind the state. */
static struct successors step_successors(const struct kernel *kernel, size_t index)
{
    struct successors next = {.list = {NULL, 0, 0}};

    if (kernel->states.items[index].operation == OPERATION_NONE) {
        state_successors(kernel, index, &next);
    } else {
        state_jumps(kernel, index, &next);
    }
    return next;
}

/* Finds those of a step that begins at `entry`, or so many of them that they are more than `most`. */
static void step_states_find(const struct kernel *kernel, size_t entry, size_t most, struct step_states *step)
{
    for (size_t i = 0; i < step->list.count; ++i) {
        step->is_run[step->list.items[i]] = false;
    }
    step->list.count = 0;
    step_states_add(step, entry);
    for (size_t i = 0; i < step->list.count && step->list.count <= most; ++i) {
        struct successors next = step_successors(kernel, step->list.items[i]);

        for (size_t j = 0; j < next.list.count; ++j) {
            step_states_add(step, next.list.items[j]);
        }
    }
}

static struct step_states step_states_begin(const struct kernel *kernel)
{
    struct step_states step = {.list = {NULL, 0, 0}};

    step.is_run = memory_allocate((kernel->states.count + 1) * sizeof *step.is_run);
    return step;
}

/* The states at which a step may begin, by state. */
static bool *entries_of(const struct kernel *kernel)
{
    bool *is_entry = memory_allocate((kernel->states.count + 1) * sizeof *is_entry);

    is_entry[0] = true;
    for (size_t i = 0; i < kernel->states.count; ++i) {
        const struct state *state = &kernel->states.items[i];

        if (state->operation != OPERATION_NONE && state->operation != OPERATION_RETURN) {
            is_entry[kernel->labels.items[state->next]] = true;
        }
    }
    return is_entry;
}

bool loops_can_unroll(const struct kernel *kernel)
{
    const bool *is_entry = entries_of(kernel);
    size_t most = COPIES_MOST * kernel->states.count + COPIES_FREE;
    struct step_states step = step_states_begin(kernel);
    size_t copies = 0;

    if (kernel_changes_macros(kernel)) {
        return false;
    }
    for (size_t i = 0; i < kernel->states.count && copies <= most; ++i) {
        if (is_entry[i]) {
            step_states_find(kernel, i, most - copies, &step);
            copies += step.list.count;
        }
    }
    return copies <= most;
}

/* How a step may end. */
struct outcome {
    size_t count; /* of different ones; 2: or more */
    enum operation operation;
    size_t state;
};

static void outcome_add(struct outcome *outcome, enum operation operation, size_t state)
{
    if (outcome->count == 0) {
        *outcome = (struct outcome){1, operation, state};
    } else if (outcome->operation != operation || outcome->state != state) {
        outcome->count = 2;
    }
}

static struct outcome outcome_of(const struct kernel *kernel, const struct step_states *step)
{
    struct outcome outcome = {0, OPERATION_NONE, 0};

    for (size_t i = 0; i < step->list.count; ++i) {
        const struct state *state = &kernel->states.items[step->list.items[i]];

        if (state->may_return || state->operation == OPERATION_RETURN) {
            outcome_add(&outcome, OPERATION_RETURN, 0);
        }
        if (state->operation != OPERATION_NONE && state->operation != OPERATION_RETURN) {
            outcome_add(&outcome, state->operation, kernel->labels.items[state->next]);
        }
    }
    return outcome;
}

/* Where the work-item goes on behind the state. */
static void emit_way_on(struct text *out, const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];
    struct successors next = step_successors(kernel, index);

    if (next.list.count == 0) {
        text_puts(out, "        goto coop_done;\n");
        return;
    }
    if (state->operation != OPERATION_NONE || state->may_return) {
        text_puts(out, "        if (coop_op != COOP_OP_NONE) { goto coop_done; }\n");
    }
    for (size_t i = 0; i + 1 < next.list.count; ++i) {
        text_printf(out, "        if (coop_state == %zu) { goto coop_at_%zu; }\n", next.list.items[i],
                    next.list.items[i]);
    }
    text_printf(out, "        goto coop_at_%zu;\n", next.list.items[next.list.count - 1]);
}

static void emit_state_of_step(struct text *out, const struct kernel *kernel, size_t index)
{
    text_printf(out, "    coop_at_%zu: {\n", index);
    emit_state_body(out, kernel, index, true);
    text_puts(out, "        }\n");
    emit_way_on(out, kernel, index);
}

/* Marks the variable, and those that it is made of. */
static void mark_recomputed(const struct kernel *kernel, const struct variable *variable, bool *is_needed)
{
    struct found_sites references = sites_find(kernel->function, SITE_REFERENCE, variable->initial);

    if (is_needed[variable->index]) {
        return;
    }
    is_needed[variable->index] = true;
    for (size_t i = 0; i < references.count; ++i) {
        const struct variable *named = kernel->function->references.items[references.items[i].index].variable;

        if (named != NULL && named->is_recomputed) {
            mark_recomputed(kernel, named, is_needed);
        }
    }
}

/* The initialiser, in which variables have their names at the function's beginning. */
static void emit_recomputed(struct text *out, const struct kernel *kernel, const struct variable *variable)
{
    struct found_sites references = sites_find(kernel->function, SITE_REFERENCE, variable->initial);
    size_t at = variable->initial.begin;

    text_printf(out, "    const %s = ", declare(&variable->type.object, emit_recomputed_name(variable)));
    for (size_t i = 0; i < references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[references.items[i].index];
        const struct variable *named = reference->variable;

        if (named != NULL) {
            text_append(out, kernel->source->text + at, reference->offset - at);
            text_puts(out, named->is_recomputed ? emit_recomputed_name(named)
                                                : emit_argument_value(kernel, named));
            at = reference->offset + strlen(reference->name);
        }
    }
    text_append(out, kernel->source->text + at, variable->initial.end - at);
    text_puts(out, ";\n");
}

/* What the step's states read of variables that are recomputed. */
static void emit_all_recomputed(struct text *out, const struct kernel *kernel, const struct step_states *step)
{
    size_t count = kernel->function->variables.count;
    bool *is_needed = memory_allocate((count + 1) * sizeof *is_needed);

    for (size_t i = 0; i < step->list.count; ++i) {
        const struct state *state = &kernel->states.items[step->list.items[i]];

        for (size_t j = 0; j < state->uses.count; ++j) {
            const struct variable *variable = state->uses.items[j].variable;

            if (variable->home == HOME_COPY && variable->is_recomputed) {
                mark_recomputed(kernel, variable, is_needed);
            }
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (is_needed[i]) {
            emit_recomputed(out, kernel, kernel->function->variables.items[i]);
        }
    }
}

/* The function of one work-item. Work-items may return from different states, but all must give the same
 * answer: a return has state 0. */
static void emit_entry(struct text *out, const struct kernel *kernel, size_t entry,
                       const struct step_states *step)
{
    text_printf(
        out,
        "static inline uint coop_entry_%zu_%s(COOP_GROUP_PARAMETER, private const struct coop_args_%s "
        "*coop_a,\n    private struct coop_vars_%s *coop_v, local struct coop_local_%s *coop_l)\n{\n%s"
        "    uint coop_state = %zu;\n    uint coop_op = COOP_OP_NONE;\n",
        entry, kernel->name, kernel->name, kernel->name, kernel->name,
        kernel->forbids_contraction ? "#pragma OPENCL FP_CONTRACT OFF\n" : "", entry);
    emit_first_step(out, kernel);
    emit_all_recomputed(out, kernel, step);
    text_printf(out, "    goto coop_at_%zu;\n", entry);
    for (size_t i = 0; i < step->list.count; ++i) {
        emit_state_of_step(out, kernel, step->list.items[i]);
    }
    text_puts(out, "coop_done:\n"
                   "    return COOP_NEXT(coop_op, coop_op == COOP_OP_RETURN ? 0 : coop_state);\n}\n");
}

void emit_loop_bodies(struct text *out, const struct kernel *kernel)
{
    const bool *is_entry = entries_of(kernel);
    struct step_states step = step_states_begin(kernel);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        if (is_entry[i]) {
            step_states_find(kernel, i, kernel->states.count, &step);
            emit_entry(out, kernel, i, &step);
        }
    }
}

/* Whether the compiler keeps the function's private variables in registers: else each is one place in memory
 * for all rounds of the loop, and work-items that a vector runs together would overwrite each other's. */
static bool keeps_in_registers(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;

    for (size_t i = 0; i < function->variables.count; ++i) {
        const struct variable *variable = function->variables.items[i];
        bool is_memory = variable->home == HOME_PLACE || variable->home == HOME_LOCAL ||
                         variable->home == HOME_CONSTANT || variable->type.space == SPACE_LOCAL ||
                         variable->type.space == SPACE_CONSTANT;

        if (!is_memory && variable->type.shape > SHAPE_POINTER) {
            return false;
        }
    }
    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->access == ACCESS_ADDRESS && reference->variable != NULL &&
            reference->variable->home == HOME_TEXT) {
            return false;
        }
    }
    for (size_t i = token_at(tokens, function->body);
         i + 2 < tokens->list.count && tokens->list.items[i].begin < function->end; ++i) {
        if (token_is(tokens, i, "]") && token_is(tokens, i + 1, ")") && token_is(tokens, i + 2, "{")) {
            return false; /* an array without a name */
        }
    }
    return true;
}

struct functions {
    LIST(const struct function *) list;
};

static void functions_add(struct functions *functions, const struct function *function)
{
    for (size_t i = 0; i < functions->list.count; ++i) {
        if (functions->list.items[i] == function) {
            return;
        }
    }
    *LIST_ADD(&functions->list) = function;
}

/* The same of the function and of all that it calls. */
static bool all_keep_in_registers(const struct function *function)
{
    struct functions all = {.list = {NULL, 0, 0}};

    functions_add(&all, function);
    for (size_t i = 0; i < all.list.count; ++i) {
        const struct function *at = all.list.items[i];

        if (!keeps_in_registers(at)) {
            return false;
        }
        for (size_t j = 0; j < at->calls.count; ++j) {
            const struct function *called = at->calls.items[j].function;

            if (called != NULL && called->canonical->definition == NULL) {
                return false;
            }
            if (called != NULL) {
                functions_add(&all, called->canonical->definition);
            }
        }
    }
    return true;
}

/* Kernels that call the runtime rely on the order of their work-items (COOP_ITEMS_TAKE_TURNS). */
static const char *how_of(const struct kernel *kernel)
{
    bool calls_runtime = kernel->work != NULL || kernel->flow != NULL || kernel->messages != NULL;

    return !calls_runtime && all_keep_in_registers(kernel->function) ? "COOP_APART" : "COOP_IN_TURN";
}

static void emit_case(struct text *out, const struct kernel *kernel, size_t entry, const char *how,
                      struct step_states *step)
{
    const struct range *begin = state_begin_text(&kernel->states.items[entry]);
    struct outcome outcome;

    step_states_find(kernel, entry, kernel->states.count, step);
    outcome = outcome_of(kernel, step);

    text_printf(out, "    case %zu:\n", entry);
    /* What the compiler says of the loop is at the place of the text in it. */
    emit_line(out, kernel->source, begin != NULL ? begin->begin : kernel->function->offset);
    if (outcome.count == 1) {
        text_printf(out, "        COOP_STEP_ALIKE(coop, %s, COOP_NEXT(%s, %zu), ", how,
                    operation_name(outcome.operation), outcome.state);
    } else {
        text_printf(out, "        COOP_STEP(coop, %s, ", how);
    }
    text_printf(out, "coop_entry_%zu_%s(COOP_GROUP_ARGUMENT, &args, vars + item.linear, locals))\n", entry,
                kernel->name);
}

/* coop_rounds_K, and before it, where the kernel requires a local size, the same with that size for the
 * compiler to know: the bounds of its loops are constants then. */
static void emit_rounds_begin(struct text *out, const struct kernel *kernel, const char *inlined,
                              const char *name, const char *size)
{
    text_printf(out,
                "static %suint %s_%s(local struct coop_group *coop, private struct coop_vars_%s *vars,\n"
                "    local struct coop_local_%s *locals%s)\n{\n",
                inlined, name, kernel->name, kernel->name, kernel->name, size);
}

void emit_loops(struct text *out, const struct kernel *kernel)
{
    const bool *is_entry = entries_of(kernel);
    const size_t *size = kernel->local_items;
    bool is_sized = size[0] != 0 && loops_can_unroll(kernel);
    struct step_states step = step_states_begin(kernel);
    const char *how;

    if (is_sized) {
        emit_rounds_begin(out, kernel, "inline __attribute__((always_inline)) ", "coop_rounds_of",
                          ", const uint3 coop_size");
    } else {
        emit_rounds_begin(out, kernel, "", "coop_rounds", "");
        text_puts(out, "    const uint3 coop_size = 0;\n");
    }
    if (!loops_can_unroll(kernel)) {
        text_printf(out,
                    "    COOP_STEP(coop, COOP_IN_TURN, coop_step_%s(COOP_GROUP_ARGUMENT, vars + item.linear, "
                    "locals))\n}\n",
                    kernel->name);
        return;
    }
    text_printf(
        out,
        "    const struct coop_args_%s args = *(COOP_ARGS_SPACE const struct coop_args_%s *)coop->args;"
        "\n    switch (coop->state) {\n",
        kernel->name, kernel->name);
    how = how_of(kernel);
    for (size_t i = 0; i < kernel->states.count; ++i) {
        if (is_entry[i]) {
            emit_case(out, kernel, i, how, &step);
        }
    }
    text_puts(out, "    default:\n        return COOP_NEXT(COOP_OP_RETURN, 0);\n    }\n}\n");
    if (is_sized) {
        emit_rounds_begin(out, kernel, "", "coop_rounds", "");
        text_printf(out,
                    "    const uint3 size = (uint3)(%zu, %zu, %zu);\n\n    return coop_item_all(coop, size)"
                    " ? coop_rounds_of_%s(coop, vars, locals, size)\n"
                    "                                      : coop_rounds_of_%s(coop, vars, locals, 0);\n}\n",
                    size[0], size[1], size[2], kernel->name, kernel->name);
    }
}
