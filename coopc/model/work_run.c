/* coop_work_run of tasks that hold barriers, written out.
 *
 * The macro's loop, by which a work-group of one work-item goes on with the next task inside the same step,
 * is left out: such a task takes several steps, and the next one comes with the next coop_work_next. */
#include "coopc/model/work_run.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/text/lex.h"

/* The tokens of `coop_work_run((names), &work, more)`. */
struct work_run {
    size_t open;  /* of the names */
    size_t close; /* likewise */
    size_t comma; /* behind the first argument, or `end` */
    size_t end;   /* the last parenthesis */
};

static size_t find_comma(const struct tokens *tokens, size_t at, size_t limit)
{
    while (at < limit && !token_is(tokens, at, ",")) {
        if (token_is(tokens, at, "(") || token_is(tokens, at, "[") || token_is(tokens, at, "{")) {
            at = token_match(tokens, at, limit);
        }
        ++at;
    }
    return at < limit ? at : limit;
}

static bool read_run(const struct tokens *tokens, size_t name, struct work_run *run)
{
    size_t count = tokens->list.count;

    if (!token_is(tokens, name, "coop_work_run") || !token_is(tokens, name + 1, "(") ||
        !token_is(tokens, name + 2, "(")) {
        return false;
    }
    run->open = name + 2;
    run->close = token_match(tokens, run->open, count);
    run->end = token_match(tokens, name + 1, count);
    if (run->end >= count || !token_is(tokens, run->close + 1, ",")) {
        return false;
    }
    for (size_t at = name; at < run->end; ++at) {
        if (tokens->list.items[at].kind == TOKEN_DIRECTIVE) {
            return false;
        }
    }
    run->comma = find_comma(tokens, run->close + 2, run->end);
    return true;
}

static const char *write_run(const struct tokens *tokens, const struct work_run *run)
{
    struct text work = {0};
    struct text arguments = {0};
    struct text cases = {0};

    text_join(&work, tokens, run->close + 2, run->comma);
    text_join(&arguments, tokens, run->close + 2, run->end);
    for (size_t at = run->open + 1; at < run->close; ++at) {
        if (!token_is(tokens, at, ",")) {
            char *name = token_spelling(tokens, at);

            text_printf(&cases, "case coop_group_task_%s: %s(coop_task_parameters(%s, %s), %s); break; ",
                        name, name, work.bytes, name, arguments.bytes);
        }
    }
    return string_printf("switch (coop_work_tag(%s)) { %sdefault: coop_work_unknown(%s); break; }",
                         work.bytes, cases.bytes == NULL ? "" : cases.bytes, work.bytes);
}

static int compare_offsets(const void *left, const void *right)
{
    size_t a = *(const size_t *)left;
    size_t b = *(const size_t *)right;

    return a < b ? -1 : a > b;
}

void work_runs_write_out(const struct unit *unit, const struct source *source, struct rewriting *rewriting)
{
    LIST(size_t) places = {NULL, 0, 0};

    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        for (size_t j = 0; j < function->calls.count && function->source == source; ++j) {
            const struct call *call = &function->calls.items[j];
            const struct expansion *expansion = call->operation == OPERATION_CALL
                                                    ? expansions_around(source->expansions, call->offset)
                                                    : NULL;

            if (expansion != NULL) {
                *LIST_ADD(&places) = expansion->range.begin;
            }
        }
    }
    if (places.count > 1) {
        qsort(places.items, places.count, sizeof *places.items, compare_offsets);
    }
    for (size_t i = 0; i < places.count; ++i) {
        struct work_run run;

        if ((i == 0 || places.items[i] != places.items[i - 1]) &&
            read_run(&source->tokens, token_at(&source->tokens, places.items[i]), &run)) {
            rewriting_put(rewriting, (struct range){places.items[i], source->tokens.list.items[run.end].end},
                          write_run(&source->tokens, &run));
        }
    }
}
