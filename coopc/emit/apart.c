/* Whether a compiler may run work-items together, in vectors. */
#include "coopc/emit/apart.h"

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
const char *emit_apart(const struct kernel *kernel)
{
    bool calls_runtime = kernel->work != NULL || kernel->flow != NULL || kernel->messages != NULL;

    return !calls_runtime && all_keep_in_registers(kernel->function) ? "COOP_APART" : "COOP_IN_TURN";
}
