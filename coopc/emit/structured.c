/* Kernels with their barriers, for devices whose compilers take a barrier anywhere (decision 0092): the
 * states as blocks with jumps between them, and a real barrier where the flat form ends a step. What a
 * work-item keeps across a barrier stays in registers. */
#include "coopc/emit/structured.h"

#include "coopc/emit/state.h"
#include "coopc/emit/transmit.h"
#include "coopc/model/kernel.h"

static bool is_cooperative(const struct kernel *kernel)
{
    return kernel->function->kind == FUNCTION_COOPERATIVE;
}

static bool meets_at_most(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        enum operation operation = kernel->states.items[i].operation;

        if (operation != OPERATION_NONE && operation != OPERATION_BARRIER && operation != OPERATION_RETURN) {
            return false;
        }
    }
    return true;
}

/* A step of a cooperative kernel has a private copy of its arguments where these are few. A copy is loaded
 * once, but takes registers. */
enum { ARGUMENTS_COPIED_BYTES = 64 };

static bool copies_arguments(const struct kernel *kernel)
{
    return kernel->arguments.size <= ARGUMENTS_COPIED_BYTES;
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

bool structured_can(const struct kernel *kernel)
{
    return !kernel_changes_macros(kernel) &&
           (is_cooperative(kernel) ? has_barriers(kernel) : kernel->task == NULL && meets_at_most(kernel));
}

bool structured_needs_steps(const struct kernel *kernel)
{
    return !is_cooperative(kernel) && (has_barriers(kernel) || kernel->local_bytes > 0);
}

static bool may_jump(const struct state *state)
{
    return state->has_exit || state->may_return;
}

static void emit_barrier(struct text *out, const struct kernel *kernel, const struct state *state)
{
    const char *barrier = is_cooperative(kernel) ? "if (!coop_item_meet(coop, &coop_met)) { goto coop_done; }"
                                                 : "coop_item_barrier();";

    text_printf(out, "        %s%s coop_op = COOP_OP_NONE; goto coop_at_%zu;%s\n",
                may_jump(state) ? "if (coop_op == COOP_OP_BARRIER) { " : "", barrier,
                kernel->labels.items[state->next], may_jump(state) ? " }" : "");
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
        text_puts(out, state->operation == OPERATION_BARRIER && !may_jump(state)
                           ? ""
                           : "        goto coop_done;\n");
        return;
    }
    if (state->may_return || (state->operation != OPERATION_NONE && state->operation != OPERATION_BARRIER)) {
        text_puts(out, "        if (coop_op != COOP_OP_NONE) { goto coop_done; }\n");
    }
    emit_jumps(out, &next);
}

static void emit_blocks(struct text *out, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->states.count; ++i) {
        text_printf(out, "    coop_at_%zu: {\n", i);
        emit_state_body(out, kernel, i, false);
        text_puts(out, "        }\n");
        emit_way_on(out, kernel, i);
    }
}

static void emit_whole(struct text *out, const struct kernel *kernel)
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
    emit_blocks(out, kernel);
    text_puts(out, "coop_done:;\n}\n");
}

/* Where steps begin: at the kernel's beginning, and behind each primitive. */
static void emit_entries(struct text *out, const struct kernel *kernel)
{
    bool *begins = memory_allocate((kernel->states.count + 1) * sizeof *begins);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        const struct state *state = &kernel->states.items[i];

        if (state->operation != OPERATION_NONE && state->operation != OPERATION_BARRIER &&
            state->operation != OPERATION_RETURN) {
            begins[kernel->labels.items[state->next]] = true;
        }
    }
    text_puts(out, "    switch (coop_state) {\n");
    for (size_t i = 1; i < kernel->states.count; ++i) {
        if (begins[i]) {
            text_printf(out, "    case %zu: goto coop_at_%zu;\n", i, i);
        }
    }
    text_puts(out, "    default: goto coop_at_0;\n    }\n");
}

static void emit_stretch(struct text *out, const struct kernel *kernel)
{
    text_printf(
        out,
        "static inline uint coop_stretch_%s(COOP_GROUP_PARAMETER, %s const struct coop_args_%s "
        "*coop_a,\n    private struct coop_vars_%s *coop_v, local struct coop_local_%s *coop_l)\n{\n%s"
        "    uint coop_state = coop_module_state(COOP_GROUP_VALUES);\n"
        "    uint coop_op = COOP_OP_NONE;\n    uint coop_met = 0;\n",
        kernel->name, copies_arguments(kernel) ? "private" : "COOP_ARGS_SPACE", kernel->name, kernel->name,
        kernel->name, kernel->forbids_contraction ? "#pragma OPENCL FP_CONTRACT OFF\n" : "");
    emit_first_step(out, kernel);
    emit_entries(out, kernel);
    emit_blocks(out, kernel);
    text_puts(out,
              "coop_done:\n    return COOP_NEXT(coop_op, coop_op == COOP_OP_RETURN ? 0 : coop_state);\n}\n");
}

void emit_structured(struct text *out, const struct kernel *kernel)
{
    if (is_cooperative(kernel)) {
        emit_stretch(out, kernel);
    } else {
        emit_whole(out, kernel);
    }
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

/* What coop_rounds_K calls, in functions that are out of line. */
static void emit_functions(struct text *out, const struct kernel *kernel)
{
    text_puts(out, "#if COOP_STRUCTURED\n");
    emit_wholes(out, kernel);
    if (structured_needs_steps(kernel)) {
        emit_rounds_begin(out, kernel, "__attribute__((__noinline__)) uint coop_steps");
        emit_flat(out, kernel);
        text_puts(out, "}\n");
    }
    text_puts(out, "#endif\n");
}

static void emit_structured_round(struct text *out, const struct kernel *kernel)
{
    const char *name = kernel->name;

    if (is_cooperative(kernel)) {
        text_printf(out,
                    copies_arguments(kernel)
                        ? "    const struct coop_args_%s args = *(COOP_ARGS_SPACE const struct coop_args_%s "
                          "*)coop->args;\n"
                          "    COOP_FLAT(coop, coop_stretch_%s(COOP_GROUP_ARGUMENT, &args, vars, locals))\n"
                        : "    COOP_ARGS_SPACE const struct coop_args_%s *args =\n"
                          "        (COOP_ARGS_SPACE const struct coop_args_%s *)coop->args;\n"
                          "    COOP_FLAT(coop, coop_stretch_%s(COOP_GROUP_ARGUMENT, args, vars, locals))\n",
                    name, name, name);
    } else if (structured_needs_steps(kernel)) {
        text_printf(
            out,
            "    return coop_item_may_meet(coop) ? coop_wholes_%s(coop, locals) : coop_steps_%s(coop, "
            "vars, locals);\n",
            name, name);
    } else {
        text_printf(out, "    return coop_wholes_%s(coop, locals);\n", name);
    }
}

void emit_round(struct text *out, const struct kernel *kernel)
{
    bool is_structured = structured_can(kernel);

    if (is_structured && !is_cooperative(kernel)) {
        emit_functions(out, kernel);
    }
    emit_rounds_begin(out, kernel, "uint coop_rounds");
    if (is_structured) {
        text_puts(out, "#if COOP_STRUCTURED\n");
        emit_structured_round(out, kernel);
        text_puts(out, "#else\n");
    }
    emit_flat(out, kernel);
    text_puts(out, is_structured ? "#endif\n}\n" : "}\n");
}
