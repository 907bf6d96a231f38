/* Loops of rounds that never give up a work-group. */
#include "coopc/check/rounds.h"

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/model/statement.h"

static const char *operation_article(enum operation operation)
{
    return operation == OPERATION_OFFER_KILL ? "an" : "a";
}

static const struct call *find_operation(const struct kernel *kernel, struct range range,
                                         bool (*is_wanted)(enum operation))
{
    struct found_sites splits = sites_find(kernel->function, SITE_SPLIT, range);

    for (size_t i = 0; i < splits.count; ++i) {
        const struct call *call = &kernel->function->calls.items[splits.items[i].index];

        if (is_wanted(call->operation)) {
            return call;
        }
    }
    return NULL;
}

/* do { } while (0) is none. */
static bool is_loop(const struct kernel *kernel, const struct statement *statement)
{
    return statement->kind == STATEMENT_WHILE || statement->kind == STATEMENT_FOR ||
           (statement->kind == STATEMENT_DO && kernel->source->text[statement->head.begin] != '0');
}

/* Whether a loop below the statement holds an offer. */
static bool has_offering_loop(const struct kernel *kernel, const struct statement *statement)
{
    if (statement == NULL || find_operation(kernel, statement->range, operation_shrinks) == NULL) {
        return false;
    }
    if (is_loop(kernel, statement)) {
        return true;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        if (has_offering_loop(kernel, statement->children.items[i])) {
            return true;
        }
    }
    return has_offering_loop(kernel, statement->body) || has_offering_loop(kernel, statement->otherwise);
}

/* Only loops that hold a primitive run rounds; the others are a step of the work. */
static void warn_loops(const struct kernel *kernel, const struct statement *statement,
                       const struct call *offer)
{
    const struct call *primitive =
        statement == NULL ? NULL : find_operation(kernel, statement->range, operation_is_primitive);

    if (primitive == NULL) {
        return;
    }
    if (is_loop(kernel, statement)) {
        diag_warning(
            WARNING_LOOP_WITHOUT_OFFER, kernel->source, statement->keyword,
            primitive->operation == OPERATION_GLOBAL_BARRIER
                ? "call offer_kill() in the loop, or replace its barrier with resizing_global_barrier()."
                : "call offer_kill() in the loop.",
            "this loop holds %s '%s' but never gives up a work-group; '%s' does so only in line %zu, outside "
            "all loops",
            operation_article(primitive->operation), primitive->name, kernel->name,
            source_line(kernel->source, offer->offset));
        return;
    }
    for (size_t i = 0; i < statement->children.count; ++i) {
        warn_loops(kernel, statement->children.items[i], offer);
    }
    warn_loops(kernel, statement->body, offer);
    warn_loops(kernel, statement->otherwise, offer);
}

void check_rounds(const struct kernel *kernel)
{
    const struct call *offer = find_operation(kernel, kernel->tree->range, operation_shrinks);

    if (offer != NULL && !has_offering_loop(kernel, kernel->tree)) {
        warn_loops(kernel, kernel->tree, offer);
    }
}
