/* What coopc refuses in the words that choose a kernel's variant (CK appendix B). */
#include "coopc/check/variant.h"

#include "coopc/diag/diag.h"

/* The word that says the opposite; VARIANT_COUNT when there is none. */
static enum variant opposite_of(enum variant variant)
{
    static const enum variant opposites[VARIANT_COUNT] = {
        [VARIANT_KILL_HIGHEST] = VARIANT_KILL_ANY, [VARIANT_KILL_ANY] = VARIANT_KILL_HIGHEST,
        [VARIANT_KEEP_ONE] = VARIANT_MAY_KILL_ALL, [VARIANT_MAY_KILL_ALL] = VARIANT_KEEP_ONE,
        [VARIANT_TRANSMIT_LEADER] = VARIANT_COUNT, [VARIANT_TRANSMIT_LIVE] = VARIANT_COUNT,
    };

    return opposites[variant];
}

/* A definition has the marks of its declarations, too; these were looked at where they stand. */
static bool is_own(const struct function *function, const struct mark *mark)
{
    return mark->offset >= function->begin && mark->offset < function->end;
}

static void check_pairs(const struct function *function, size_t index)
{
    const struct mark *mark = &function->marks.items[index];

    for (size_t i = 0; i < index; ++i) {
        const struct mark *other = &function->marks.items[i];

        if (other->is_stray) {
            continue;
        }
        if (other->variant == mark->variant && is_own(function, other)) {
            diag_error(ERROR_VARIANT_CONTRADICTED, function->source, mark->offset, "leave one out.",
                       "'%s' is given twice for '%s'", variant_words[mark->variant], function->name);
        } else if (other->variant == opposite_of(mark->variant)) {
            diag_error(ERROR_VARIANT_CONTRADICTED, function->source, mark->offset,
                       "leave one of the two out.", "'%s' and '%s' of '%s' exclude each other",
                       variant_words[mark->variant], variant_words[other->variant], function->name);
        }
    }
}

static const struct call *find_call(const struct function *function, enum operation operation)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        if (function->calls.items[i].operation == operation) {
            return &function->calls.items[i];
        }
    }
    return NULL;
}

static void check_kill_any(const struct function *function, size_t offset)
{
    const struct call *barrier = find_call(function, OPERATION_RESIZING_BARRIER);

    if (barrier != NULL) {
        diag_error(ERROR_KILL_ANY_AT_BARRIER, function->source, barrier->offset,
                   "leave coop_kill_any out, because the order makes no difference where all work-groups "
                   "wait; or write global_barrier() here and call offer_kill() elsewhere.",
                   "'%s' ends the work-groups with the highest ids, but '%s' is coop_kill_any: its "
                   "work-groups end in any order and leave gaps between the ids",
                   barrier->name, function->name);
    } else if (find_call(function, OPERATION_OFFER_KILL) == NULL) {
        diag_error(ERROR_VARIANT_WITHOUT_KILL, function->source, offset,
                   "call offer_kill() where a work-group may end, or leave coop_kill_any out.",
                   "'%s' is coop_kill_any, but never calls offer_kill()", function->name);
    }
}

static void check_may_kill_all(const struct function *function, size_t offset)
{
    if (find_call(function, OPERATION_OFFER_KILL) == NULL &&
        find_call(function, OPERATION_RESIZING_BARRIER) == NULL) {
        diag_error(ERROR_VARIANT_WITHOUT_KILL, function->source, offset,
                   "call offer_kill() where the kernel may be suspended, use resizing_global_barrier(), or "
                   "leave coop_may_kill_all out.",
                   "'%s' is coop_may_kill_all, but never gives up a work-group", function->name);
    }
}

static void check_transmit_live(const struct function *function, size_t offset)
{
    if (find_call(function, OPERATION_REQUEST_FORK) == NULL &&
        find_call(function, OPERATION_RESIZING_BARRIER) == NULL &&
        !function_has_variant(function, VARIANT_MAY_KILL_ALL)) {
        diag_error(ERROR_VARIANT_WITHOUT_FORK, function->source, offset,
                   "call request_fork() where a work-group may join, use resizing_global_barrier(), or leave "
                   "coop_transmit_live out.",
                   "'%s' is coop_transmit_live, but no work-group ever joins it", function->name);
    }
}

static void check_mark(const struct function *function, size_t index)
{
    const struct mark *mark = &function->marks.items[index];

    if (mark->is_stray) {
        diag_error(ERROR_VARIANT_MISPLACED, function->source, mark->offset,
                   "write it in front of the name of a coop_kernel, or leave it out.",
                   "'%s' is given for a variable", variant_words[mark->variant]);
        return;
    }
    if (function->kind != FUNCTION_COOPERATIVE) {
        diag_error(ERROR_VARIANT_MISPLACED, function->source, mark->offset,
                   "declare the kernel coop_kernel, or leave the keyword out.",
                   "'%s' is given for '%s', which is not a cooperative kernel", variant_words[mark->variant],
                   function->name);
        return;
    }
    check_pairs(function, index);
}

void check_variants(const struct function *function)
{
    for (size_t i = 0; i < function->marks.count; ++i) {
        const struct mark *mark = &function->marks.items[i];

        if (is_own(function, mark)) {
            check_mark(function, i);
        }
        if (!function->has_body || function->kind != FUNCTION_COOPERATIVE || mark->is_stray) {
            continue;
        }
        if (mark->variant == VARIANT_KILL_ANY) {
            check_kill_any(function, mark->offset);
        } else if (mark->variant == VARIANT_MAY_KILL_ALL) {
            check_may_kill_all(function, mark->offset);
        } else if (mark->variant == VARIANT_TRANSMIT_LIVE) {
            check_transmit_live(function, mark->offset);
        }
    }
}
