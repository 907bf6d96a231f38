/* The table of states that hold nothing but the next primitive: the leader performs it without another round
 * (cl/worker.cl). */
#include "coopc/emit/chain.h"

/* Nothing of the user's is run. A barrier ends a chain: others wait there. */
static bool is_chained(const struct state *state)
{
    return coop_op_may_chain(state->operation) && state->items.count == 0 && !state->may_return;
}

bool chain_begins_groups(const struct kernel *kernel, const struct state *state)
{
    for (size_t i = 0; i < kernel->states.count && coop_op_may_chain(state->operation); ++i) {
        state = &kernel->states.items[kernel->labels.items[state->next]];
        if (!is_chained(state)) {
            return false;
        }
        if (kernel_begins_at(kernel, state->operation)) {
            return true;
        }
    }
    return false;
}

static void emit_kernel_chain(struct text *out, const struct kernel *kernel, size_t index)
{
    bool is_first = true;

    for (size_t i = 0; i < kernel->states.count; ++i) {
        const struct state *state = &kernel->states.items[i];

        if (!is_chained(state)) {
            continue;
        }
        if (is_first) {
            text_printf(out, "    case %zu:\n        switch COOP_PLAIN(state) {\n", index);
        }
        is_first = false;
        text_printf(out, "        case %zu:\n            return COOP_NEXT(%s, %zu);\n", i,
                    operation_name(state->operation), kernel->labels.items[state->next]);
    }
    if (!is_first) {
        text_puts(out, "        default:\n            return COOP_NEXT(COOP_OP_NONE, 0);\n        }\n");
    }
}

void emit_chain(struct text *out, const struct model *model)
{
    text_puts(out, "\n#define COOP_MODULE_CHAIN 1\n"
                   "static uint coop_module_chain(uint kernel_index, uint state)\n{\n    switch "
                   "COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->function->kind == FUNCTION_COOPERATIVE) {
            emit_kernel_chain(out, model->kernels.items[i], i);
        }
    }
    text_puts(out, "    default:\n        return COOP_NEXT(COOP_OP_NONE, 0);\n    }\n}\n");
}
