/* A kernel's step where one thread runs a whole work-group: loops over its work-items.
 *
 * A step begins at a state that an operation leads to, its entry, and the same one for all work-items. So
 * each entry has a function of one work-item: the entry's state, and those that it leads to without an
 * operation, with jumps between them and no switch. A compiler sees a loop around plain code, and makes
 * vectors of it where it can (decision 0091). */
#include "coopc/emit/loops.h"

#include "coopc/emit/apart.h"
#include "coopc/emit/line.h"
#include "coopc/emit/recomputed.h"
#include "coopc/emit/state.h"
#include "coopc/emit/transmit.h"
#include "coopc/model/kernel.h"

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
    emit_jumps(out, &next);
}

static void emit_state_of_step(struct text *out, const struct kernel *kernel, size_t index)
{
    text_printf(out, "    coop_at_%zu: {\n", index);
    emit_state_body(out, kernel, index, true);
    text_puts(out, "        }\n");
    emit_way_on(out, kernel, index);
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
    emit_recomputed(out, kernel, step->is_run);
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
    how = emit_apart(kernel);
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
