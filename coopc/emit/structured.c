/* A regular kernel with its barriers, for devices whose compilers take a barrier anywhere (decision 0092):
 * the states as blocks with jumps between them, and a real barrier where the flat form ends a step. What a
 * work-item keeps across a barrier stays in registers. */
#include "coopc/emit/structured.h"

#include "coopc/emit/state.h"
#include "coopc/emit/transmit.h"
#include "coopc/model/kernel.h"

bool structured_can(const struct kernel *kernel)
{
    if (kernel->function->kind == FUNCTION_COOPERATIVE || kernel->task != NULL ||
        kernel_changes_macros(kernel)) {
        return false;
    }
    for (size_t i = 0; i < kernel->states.count; ++i) {
        enum operation operation = kernel->states.items[i].operation;

        if (operation != OPERATION_NONE && operation != OPERATION_BARRIER && operation != OPERATION_RETURN) {
            return false;
        }
    }
    return true;
}

static bool has_barriers(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        if (kernel->states.items[i].operation == OPERATION_BARRIER) {
            return true;
        }
    }
    return false;
}

bool structured_meets(const struct kernel *kernel)
{
    return has_barriers(kernel) || kernel->local_bytes > 0;
}

bool structured_meets_in_steps(const struct kernel *kernel)
{
    return has_barriers(kernel) && !structured_can(kernel);
}

static void emit_barrier(struct text *out, const struct kernel *kernel, const struct state *state)
{
    bool may_jump = state->has_exit || state->may_return;

    text_printf(out, "        %scoop_item_barrier(); coop_op = COOP_OP_NONE; goto coop_at_%zu;%s\n",
                may_jump ? "if (coop_op == COOP_OP_BARRIER) { " : "", kernel->labels.items[state->next],
                may_jump ? " }" : "");
}

/* Where the work-item goes on behind the state. */
static void emit_way_on(struct text *out, const struct kernel *kernel, size_t index)
{
    const struct state *state = &kernel->states.items[index];
    struct successors next = step_successors(kernel, index);

    if (state->operation == OPERATION_BARRIER) {
        emit_barrier(out, kernel, state);
    }
    if (next.list.count == 0) {
        text_puts(out, state->operation == OPERATION_BARRIER && !state->has_exit && !state->may_return
                           ? ""
                           : "        goto coop_done;\n");
        return;
    }
    if (state->operation == OPERATION_RETURN || state->may_return) {
        text_puts(out, "        if (coop_op != COOP_OP_NONE) { goto coop_done; }\n");
    }
    emit_jumps(out, &next);
}

void emit_structured(struct text *out, const struct kernel *kernel)
{
    text_printf(out,
                "static inline void coop_whole_%s(COOP_GROUP_PARAMETER, private const struct coop_args_%s "
                "*coop_a,\n    local struct coop_local_%s *coop_l)\n{\n%s"
                "    struct coop_vars_%s coop_vars;\n    private struct coop_vars_%s *coop_v = &coop_vars;\n"
                "    uint coop_state = 0;\n    uint coop_op = COOP_OP_NONE;\n",
                kernel->name, kernel->name, kernel->name,
                kernel->forbids_contraction ? "#pragma OPENCL FP_CONTRACT OFF\n" : "", kernel->name,
                kernel->name);
    emit_first_step(out, kernel);
    text_puts(out, "    goto coop_at_0;\n");
    for (size_t i = 0; i < kernel->states.count; ++i) {
        text_printf(out, "    coop_at_%zu: {\n", i);
        emit_state_body(out, kernel, i, false);
        text_puts(out, "        }\n");
        emit_way_on(out, kernel, i);
    }
    text_puts(out, "coop_done:;\n}\n");
}

static void emit_rounds_begin(struct text *out, const struct kernel *kernel, const char *name)
{
    text_printf(out,
                "static %s_%s(local struct coop_group *coop, private struct coop_vars_%s *vars,\n"
                "    local struct coop_local_%s *locals)\n{\n",
                name, kernel->name, kernel->name, kernel->name);
}

static void emit_flat(struct text *out, const struct kernel *kernel)
{
    text_printf(out, "    COOP_FLAT(coop, coop_step_%s(COOP_GROUP_ARGUMENT, vars, locals))\n", kernel->name);
}

static void emit_wholes(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "static __attribute__((__noinline__)) uint coop_wholes_%s(local struct coop_group *coop, local "
        "struct "
        "coop_local_%s *locals)\n{\n"
        "    const struct coop_args_%s args = *(COOP_ARGS_SPACE const struct coop_args_%s *)coop->args;\n"
        "    COOP_WHOLE(coop, %d, %zu, %zu, %zu, coop_whole_%s(COOP_GROUP_ARGUMENT, &args, "
        "locals))\n}\n",
        kernel->name, kernel->name, kernel->name, kernel->name, kernel->local_bytes > 0,
        kernel->local_items[0], kernel->local_items[1], kernel->local_items[2], kernel->name);
}

void emit_round(struct text *out, const struct kernel *kernel)
{
    if (!structured_can(kernel)) {
        emit_rounds_begin(out, kernel, "uint coop_rounds");
        emit_flat(out, kernel);
        text_puts(out, "}\n");
        return;
    }
    text_puts(out, "#if COOP_STRUCTURED\n");
    emit_wholes(out, kernel);
    if (structured_meets(kernel)) {
        emit_rounds_begin(out, kernel, "__attribute__((__noinline__)) uint coop_steps");
        emit_flat(out, kernel);
        text_puts(out, "}\n");
    }
    text_puts(out, "#endif\n");
    emit_rounds_begin(out, kernel, "uint coop_rounds");
    text_puts(out, "#if COOP_STRUCTURED\n");
    if (structured_meets(kernel)) {
        text_printf(
            out,
            "    return coop_item_may_meet(coop) ? coop_wholes_%s(coop, locals) : coop_steps_%s(coop, "
            "vars, locals);\n",
            kernel->name, kernel->name);
    } else {
        text_printf(out, "    return coop_wholes_%s(coop, locals);\n", kernel->name);
    }
    text_puts(out, "#else\n");
    emit_flat(out, kernel);
    text_puts(out, "#endif\n}\n");
}
