/* Files with tasks, written anew without them. */
#include "coopc/task/emit.h"

#include "coopc/diag/diag.h"
#include "coopc/task/check.h"
#include "coopc/task/climb.h"
#include "coopc/task/cut.h"
#include "coopc/task/find.h"
#include "coopc/task/function.h"
#include "coopc/task/run.h"
#include "coopc/task/warn.h"

#include <stdlib.h>
#include <string.h>

/* A range of a file, and what takes its place. */
struct part {
    struct range range;
    const char *text;
    bool is_in_line; /* a part of a statement of the user's */
};

struct parts {
    LIST(struct part) list;
};

static int compare_parts(const void *left, const void *right)
{
    const struct part *a = left;
    const struct part *b = right;

    if (a->range.begin != b->range.begin) {
        return a->range.begin < b->range.begin ? -1 : 1;
    }
    return a->range.end < b->range.end ? -1 : a->range.end > b->range.end;
}

static struct task *find_task(const struct tasks *tasks, const struct function *function)
{
    for (size_t i = 0; i < tasks->list.count; ++i) {
        if (tasks->list.items[i]->function->canonical == function->canonical) {
            return tasks->list.items[i];
        }
    }
    return NULL;
}

/* The token of coop_apart whose closing bracket is at `close`; what is behind `close`: there is none. */
static size_t apart_begin(const struct tokens *tokens, size_t close)
{
    for (size_t i = close;
         token_is(tokens, close, ")") && i > 0 && !token_is(tokens, i, ";") && !token_is(tokens, i, "}");
         --i) {
        if (token_is(tokens, i, "coop_apart") && token_match(tokens, i + 1, close + 1) == close) {
            return i;
        }
    }
    return close + 1;
}

/* With the semicolon of a prototype, and the words in front that the compiler leaves out of its range. */
static struct range extent_of(const struct function *function)
{
    static const char *const words[] = {"coop_task", "coop_by_group", "static", "inline", "extern", NULL};
    const struct tokens *tokens = &function->source->tokens;
    size_t first = token_at(tokens, function->begin);
    size_t last = token_at(tokens, function->end);
    struct range range = {function->begin, function->end};

    while (first > 0 && (string_is_one_of(token_spelling(tokens, first - 1), words) ||
                         apart_begin(tokens, first - 1) < first)) {
        first = apart_begin(tokens, first - 1) < first ? apart_begin(tokens, first - 1) : first - 1;
        range.begin = tokens->list.items[first].begin;
    }
    if (!function->has_body && token_is(tokens, last, ";")) {
        range.end = tokens->list.items[last].end;
    }
    return range;
}

/* A task by group stays as it is, but for the words of coop/spawn.clh. */
static void add_words(struct parts *parts, const struct function *function, size_t begin)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t end = function->has_body ? function->body : function->end;

    for (size_t i = token_at(tokens, begin); i < tokens->list.count && tokens->list.items[i].begin < end;
         ++i) {
        if (token_is(tokens, i, "coop_task") || token_is(tokens, i, "coop_by_group") ||
            token_is(tokens, i, "coop_common")) {
            struct part *part = LIST_ADD(&parts->list);

            part->range = (struct range){tokens->list.items[i].begin, tokens->list.items[i].end};
            part->text = "";
            part->is_in_line = true;
        }
    }
}

static void add_function(struct parts *parts, const struct tasks *tasks, const struct function *function)
{
    const struct task *task = find_task(tasks, function);
    struct text text = {0};
    struct part *part;

    if (task == NULL) {
        return;
    }
    text_append(&text, "", 0);
    if (tasks->list.items[0]->first == function) {
        text_puts(&text, "\nenum { COOP_TASK_SYNC = COOP_OP_COUNT, COOP_TASK_SPAWN };\n");
    }
    if (task->first == function) {
        task_emit_declaration(&text, task);
    }
    if (task->function == function && !task->is_by_group) {
        task_emit_definition(&text, tasks, task);
    }
    part = LIST_ADD(&parts->list);
    part->range = extent_of(function);
    part->text = text.bytes;
    if (task->is_by_group) {
        part->range.end = part->range.begin;
        add_words(parts, function, part->range.begin);
    }
}

static void add_run(struct parts *parts, const struct tasks *tasks, const struct source *source)
{
    struct text text = {0};
    struct part *part;

    for (size_t i = 0; i < tasks->runs.count; ++i) {
        const struct run_call *run = &tasks->runs.items[i];

        if (run->function->source == source) {
            part = LIST_ADD(&parts->list);
            part->range = run->range;
            part->text = run->text;
            part->is_in_line = true;
        }
    }
    if (tasks->runs.count > 0 && tasks->runs.items[0].function->source == source) {
        tasks_emit_run(&text, tasks, true);
        part = LIST_ADD(&parts->list);
        part->range.begin = extent_of(tasks->runs.items[0].function).begin;
        part->range.end = part->range.begin;
        part->text = text.bytes;
    }
    if (source->is_main) {
        struct text end = {0};

        tasks_emit_run(&end, tasks, false);
        part = LIST_ADD(&parts->list);
        part->range = (struct range){source->length, source->length};
        part->text = end.bytes;
    }
}

static void rewrite_source(const struct tasks *tasks, const struct source *source,
                           struct unfolded_files *files)
{
    struct parts parts = {.list = {NULL, 0, 0}};
    struct rewriting rewriting = {.source = source};

    for (size_t i = 0; i < tasks->unit->functions.count; ++i) {
        if (tasks->unit->functions.items[i]->source == source) {
            add_function(&parts, tasks, tasks->unit->functions.items[i]);
        }
    }
    add_run(&parts, tasks, source);
    if (parts.list.count == 0) {
        return;
    }
    qsort(parts.list.items, parts.list.count, sizeof *parts.list.items, compare_parts);
    for (size_t i = 0; i < parts.list.count; ++i) {
        const struct part *part = &parts.list.items[i];

        if (part->is_in_line) {
            rewriting_put(&rewriting, part->range, part->text);
        } else {
            rewriting_generate(&rewriting, part->range, part->text);
        }
    }
    rewriting_end(&rewriting, files);
}

void tasks_emit(const struct tasks *tasks, struct unfolded_files *files)
{
    unfolded_name_files(tasks->unit, files);
    for (size_t i = 0; i < tasks->unit->sources.count; ++i) {
        if (!tasks->unit->sources.items[i]->is_words) {
            rewrite_source(tasks, tasks->unit->sources.items[i], files);
        }
    }
}

/* From tasks to channels: the tasks of a file are found, checked, cut and written anew. The file is then read
 * again, and holds no task any more. */

struct tasks *tasks_lower(struct unit *unit, struct unfolded_files *files)
{
    struct tasks *tasks = tasks_find(unit);

    check_syncs(tasks);
    runs_find(tasks);
    if (diag_error_count() == 0) {
        tasks_check(tasks);
    }
    if (tasks->list.count == 0 || diag_error_count() > 0) {
        return NULL;
    }
    tasks_warn(tasks);
    tasks_cut(tasks);
    climb_find(tasks);
    tasks_check_sizes(tasks);
    if (diag_error_count() > 0) {
        return NULL;
    }
    tasks_emit(tasks, files);
    return tasks;
}
