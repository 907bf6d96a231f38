/* What coopc refuses of the channels' functions (coop/channel.clh): what would end every launch that comes to
 * it. */
#include "coopc/check/stages.h"

#include <stdint.h>

#include "coopc/diag/diag.h"

/* Items that nobody runs: told at the first place that emits some. */
static void check_consumer(const struct kernel *kernel, size_t stage)
{
    const struct stages *stages = kernel->stages;
    const char *name = stages->list.items[stage].name;

    for (size_t i = 0; i < stages->emissions.count; ++i) {
        const struct emission *emission = &stages->emissions.items[i];

        if (!emission->is_kept && emission->to == (int)stage) {
            diag_error(
                ERROR_CHANNEL_NOT_RUN, emission->function->source, emission->call->offset,
                string_printf("name it in coop_flow_run, or read its items with coop_flow_item_%s.", name),
                "an item is emitted into channel '%s', but kernel '%s' does not run the items of '%s'", name,
                kernel->name, name);
            return;
        }
    }
}

static bool has_own(const struct stages *stages)
{
    for (size_t i = 0; i < stages->list.count; ++i) {
        if (stage_is_own(&stages->list.items[i])) {
            return true;
        }
    }
    return false;
}

static void check_emission(const struct kernel *kernel, const struct emission *emission)
{
    const struct stages *stages = kernel->stages;
    const char *to = stages->list.items[emission->to].name;

    if (emission->from == STAGE_NONE && !has_own(stages)) {
        diag_error(ERROR_EMISSION_OUTSIDE, emission->function->source, emission->call->offset,
                   "emit and keep items in the functions of channels, or let the host push them.",
                   "'%s' is called while kernel '%s' processes no item", emission->call->name, kernel->name);
    } else if (emission->is_kept && emission->from != emission->to &&
               (emission->from != STAGE_NONE || !stage_is_own(&stages->list.items[emission->to]))) {
        diag_error(ERROR_KEPT_ELSEWHERE, emission->function->source, emission->call->offset,
                   string_printf("emit it, with coop_emit_%s.", to),
                   "%s keeps an item of channel '%s', which is not the one that is processed here",
                   emission->from == STAGE_NONE ? string_printf("kernel '%s'", kernel->name)
                                                : string_printf("the function of channel '%s'",
                                                                stages->list.items[emission->from].name),
                   to);
    }
}

/* The compound statement that has a statement beginning at the offset. */
static size_t compound_of(const struct function *function, size_t offset)
{
    for (size_t i = 0; i < function->children.count; ++i) {
        if (function->children.items[i].begin == offset) {
            return function->children.items[i].compound;
        }
    }
    return SIZE_MAX;
}

static bool jumps_between(const struct function *function, size_t begin, size_t end)
{
    for (size_t i = 0; i < function->jumps.count; ++i) {
        if (function->jumps.items[i].offset > begin && function->jumps.items[i].offset < end) {
            return true;
        }
    }
    return false;
}

/* Two calls of one compound statement, with no way out between them. */
static void check_twice(const struct emission *first, const struct emission *second)
{
    const struct function *function = first->function;

    if (first->is_kept && second->is_kept && second->function == function && first->from == second->from &&
        first->call->is_statement && second->call->is_statement &&
        compound_of(function, first->call->offset) != SIZE_MAX &&
        compound_of(function, first->call->offset) == compound_of(function, second->call->offset) &&
        first->call->offset < second->call->offset &&
        !jumps_between(function, first->call->offset, second->call->offset)) {
        diag_error(ERROR_KEPT_TWICE, function->source, second->call->offset,
                   "keep it once, as it is to be when it comes again.",
                   "an item is kept for the second time");
    }
}

void check_stages(const struct kernel *kernel)
{
    const struct stages *stages = kernel->stages;

    for (size_t i = 0; i < stages->list.count; ++i) {
        const struct stage *stage = &stages->list.items[i];

        if (stage->is_fed && !stage->is_run && !stage->is_read) {
            check_consumer(kernel, i);
        }
    }
    for (size_t i = 0; i < stages->emissions.count; ++i) {
        check_emission(kernel, &stages->emissions.items[i]);
        for (size_t j = 0; j < stages->emissions.count; ++j) {
            check_twice(&stages->emissions.items[i], &stages->emissions.items[j]);
        }
    }
}
