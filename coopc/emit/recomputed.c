/* Variables that a step computes anew, at the beginning of its function. */
#include "coopc/emit/recomputed.h"

#include <string.h>

#include "coopc/emit/arguments.h"
#include "coopc/model/sites.h"

const char *emit_recomputed_name(const struct variable *variable)
{
    return string_printf("coop_again_%s_%zu", variable->name, variable->index);
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
static void emit_variable(struct text *out, const struct kernel *kernel, const struct variable *variable)
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

void emit_recomputed(struct text *out, const struct kernel *kernel, const bool *is_run)
{
    size_t count = kernel->function->variables.count;
    bool *is_needed = memory_allocate((count + 1) * sizeof *is_needed);

    for (size_t i = 0; i < kernel->states.count; ++i) {
        const struct state *state = &kernel->states.items[i];

        for (size_t j = 0; is_run[i] && j < state->uses.count; ++j) {
            const struct variable *variable = state->uses.items[j].variable;

            if (variable->home == HOME_COPY && variable->is_recomputed) {
                mark_recomputed(kernel, variable, is_needed);
            }
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (is_needed[i]) {
            emit_variable(out, kernel, kernel->function->variables.items[i]);
        }
    }
}
