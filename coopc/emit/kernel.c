/* A kernel's structs and step function. */
#include "coopc/emit/kernel.h"

#include <stdint.h>
#include <string.h>

#include "coopc/emit/arguments.h"
#include "coopc/emit/collective.h"
#include "coopc/emit/line.h"
#include "coopc/emit/loops.h"
#include "coopc/emit/state.h"
#include "coopc/emit/structured.h"
#include "coopc/emit/transmit.h"

static bool is_private_member(const struct variable *variable)
{
    return (variable->home == HOME_COPY && !variable->is_set_anew) || variable->home == HOME_PLACE;
}

static bool is_local_member(const struct variable *variable)
{
    return variable->home == HOME_LOCAL;
}

static void emit_members(struct text *out, const struct kernel *kernel, const char *word,
                         bool (*is_member)(const struct variable *))
{
    size_t count = 0;

    text_printf(out, "struct coop_%s_%s {\n", word, kernel->name);
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (is_member(variable)) {
            text_printf(out, "    %s", declare(&variable->type.object, variable->field));
            if (variable->aligned != NULL) {
                text_printf(out, " __attribute__((%s))", variable->aligned);
            }
            text_puts(out, ";\n");
            ++count;
        }
    }
    count += is_member == is_local_member && emit_collective_room(out, kernel);
    count += is_member == is_local_member && emit_local_parameters(out, kernel);
    text_puts(out, count == 0 ? "    uint coop_none;\n};\n" : "};\n");
}

void emit_constants(struct text *out, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (variable->home == HOME_CONSTANT) {
            emit_line(out, kernel->source, variable->offset);
            text_printf(out, "constant %s = ", declare(&variable->type.object, variable->field));
            text_append_edited(out, kernel->source, variable->initial);
            text_puts(out, ";\n");
        }
    }
}

#define NO_STATE SIZE_MAX

/* Where a state goes on without an operation; NO_STATE when it ends with one. */
static size_t state_that_follows(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return state->operation == OPERATION_NONE ? kernel->labels.items[state->next] : NO_STATE;
}

/* Which state's case is in front of each one's and runs into it: of those that lead to it the last one,
 * since that is the way round a loop. Each round then goes through the switch once and not twice, which a GPU
 * pays for with an indirect jump. */
static size_t *choose_predecessors(const struct kernel *kernel)
{
    size_t *before = memory_allocate((kernel->states.count + 1) * sizeof *before);
    bool keeps_order = kernel_changes_macros(kernel);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        before[i] = NO_STATE;
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        size_t next = state_that_follows(kernel, i);

        if (next != NO_STATE && next != i && (!keeps_order || next == i + 1)) {
            before[next] = i;
        }
    }
    return before;
}

/* What the switch does by default: a case less for it to tell apart. */
static bool only_returns(const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];

    return state->operation == OPERATION_RETURN && state->items.count == 0 && state->uses.count == 0 &&
           !state->has_exit;
}

/* A case of the switch, in the order of the text. */
struct step_case {
    size_t state;
    bool falls_through;
};

static size_t order_cases(const struct kernel *kernel, const bool *is_wanted, struct step_case *cases)
{
    size_t *before = choose_predecessors(kernel);
    bool *is_done = memory_allocate((kernel->states.count + 1) * sizeof *is_done);
    size_t count = 0;

    for (size_t i = 0; i < kernel->states.count; ++i) {
        is_done[i] = is_wanted != NULL && !is_wanted[i];
    }
    for (int takes_circles = 0; takes_circles < 2; ++takes_circles) {
        for (size_t i = 0; i < kernel->states.count; ++i) {
            size_t at = !is_done[i] && (takes_circles || before[i] == NO_STATE) ? i : NO_STATE;

            while (at != NO_STATE) {
                size_t next = state_that_follows(kernel, at);
                bool falls_through =
                    next != NO_STATE && before[next] == at && !is_done[next] && !only_returns(kernel, next);

                is_done[at] = true;
                if (!only_returns(kernel, at)) {
                    cases[count++] = (struct step_case){at, falls_through};
                }
                at = falls_through ? next : NO_STATE;
            }
        }
    }
    return count;
}

static bool has_return(const struct kernel *kernel, const bool *is_wanted)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        if ((is_wanted == NULL || is_wanted[i]) && only_returns(kernel, i)) {
            return true;
        }
    }
    return false;
}

/* Quirk (PoCL 3.1, LLVM 15): of a value whose states it knows the compiler sees when every one has a case. It
 * makes the default unreachable, which PoCL takes for a way out of the kernel (COOP_ANY_VALUE in
 * cl/platform.clh). So a switch has no case for nothing: the last one is the default where no state only
 * returns. Test: translate.reaches.tasks. */
void emit_states(struct text *out, const struct kernel *kernel, const bool *is_wanted)
{
    struct step_case *cases = memory_allocate((kernel->states.count + 1) * sizeof *cases);
    size_t count = order_cases(kernel, is_wanted, cases);
    bool returns = has_return(kernel, is_wanted);

    text_puts(out, "        switch COOP_PLAIN(coop_state) {\n");
    for (size_t i = 0; i < count; ++i) {
        emit_state(out, kernel, cases[i].state, !returns && i + 1 == count, cases[i].falls_through);
    }
    text_puts(out,
              returns ? "        default:\n            coop_op = COOP_OP_RETURN;\n            break;\n" : "");
    text_puts(out, "        }\n");
}

/* Work-items may return from different states, but all must give the same answer: a return has state 0. */
static void emit_step(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "static uint coop_step_%s(COOP_GROUP_PARAMETER, private struct coop_vars_%s *coop_v,\n"
        "    local struct coop_local_%s *coop_l)\n{\n%s"
        "    uint coop_state = coop_module_state(COOP_GROUP_VALUES);\n    uint coop_op = COOP_OP_NONE;\n",
        kernel->name, kernel->name, kernel->name,
        kernel->forbids_contraction ? "#pragma OPENCL FP_CONTRACT OFF\n" : "");
    emit_arguments_pointer(out, kernel);
    emit_first_step(out, kernel);
    text_puts(out, "    do {\n        COOP_ROUND_OF_STATES\n");
    emit_states(out, kernel, NULL);
    text_puts(out, "    } while (coop_op == COOP_OP_NONE);\n");
    text_puts(out, "    return COOP_NEXT(coop_op, coop_op == COOP_OP_RETURN ? 0 : coop_state);\n}\n");
}

/* The step of one work-item, and the whole kernel, which only needs the step where too few work-items run. */
static void emit_forms_of_item(struct text *out, const struct kernel *kernel)
{
    if (!structured_can(kernel)) {
        emit_step(out, kernel);
        return;
    }
    text_puts(out, "#if COOP_STRUCTURED\n");
    emit_structured(out, kernel);
    text_puts(out, structured_needs_steps(kernel) ? "#endif\n" : "#else\n");
    emit_step(out, kernel);
    text_puts(out, structured_needs_steps(kernel) ? "" : "#endif\n");
}

void emit_kernel(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "\n#line 1 \"coop kernel %s\"\n", kernel->name);
    emit_arguments(out, kernel);
    emit_transmits(out, kernel);
    emit_members(out, kernel, "vars", is_private_member);
    emit_members(out, kernel, "local", is_local_member);
    emit_constants(out, kernel);
    if (loops_can_unroll(kernel)) {
        text_puts(out, "#if COOP_LOOPS\n");
        emit_loop_bodies(out, kernel);
        text_puts(out, "#else\n");
        emit_forms_of_item(out, kernel);
        text_puts(out, "#endif\n");
    } else {
        emit_forms_of_item(out, kernel);
    }
}
