/* Where kernels run tasks: coop_tasks_run. */
#include "coopc/task/run.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/task/group.h"

/* The argument that is the common parameter's name. */
static bool is_given(const struct tokens *tokens, size_t open, size_t close, const char *name)
{
    for (size_t i = open + 1; i < close; ++i) {
        if (token_is(tokens, i, name) && (token_is(tokens, i - 1, ",") || i == open + 1) &&
            (token_is(tokens, i + 1, ",") || i + 1 == close)) {
            return true;
        }
    }
    return false;
}

static size_t count_arguments(const struct tokens *tokens, size_t open, size_t close)
{
    size_t count = close > open + 1;

    for (size_t i = open + 1; i < close; ++i) {
        if (token_is(tokens, i, "(")) {
            i = token_match(tokens, i, close);
        } else if (token_is(tokens, i, ",")) {
            ++count;
        }
    }
    return count;
}

/* The end of the first argument, `&flow`: its token. */
static size_t first_end(const struct tokens *tokens, size_t open, size_t close)
{
    size_t at = open + 1;

    while (at < close && !token_is(tokens, at, ",")) {
        at = token_is(tokens, at, "(") ? token_match(tokens, at, close) + 1 : at + 1;
    }
    return at;
}

/* Tasks by group make statements of it (groups_wrap_run). */
static void check_statement(const struct tasks *tasks, const struct function *function, size_t word,
                            size_t close)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t offset = tokens->list.items[word].begin;
    bool is_statement = token_is(tokens, close + 1, ";") && !token_is(tokens, word - 1, "(");
    bool has_groups = false;

    for (size_t i = 0; i < tasks->list.count; ++i) {
        has_groups |= tasks->list.items[i]->is_by_group;
    }
    for (size_t i = 0; i < function->calls.count; ++i) {
        is_statement &= function->calls.items[i].offset != offset || function->calls.items[i].is_statement;
    }
    if (has_groups && !is_statement) {
        diag_error(ERROR_TASKS_RUN, function->source, offset,
                   "write coop_tasks_run(&flow, ...); as a statement of its own.",
                   "coop_tasks_run is part of an expression, and the file has a task by group");
    }
}

static void read_run(struct tasks *tasks, const struct function *function, size_t word)
{
    const struct source *source = function->source;
    const struct tokens *tokens = &source->tokens;
    size_t open = word + 1;
    size_t close = token_is(tokens, open, "(") ? token_match(tokens, open, tokens->list.count) : 0;
    struct text text = {0};
    struct run_call *run;
    const char *flow;
    size_t end;

    if (function->kind != FUNCTION_COOPERATIVE || close == 0 || close >= tokens->list.count ||
        close == open + 1) {
        diag_error(ERROR_TASKS_RUN, source, tokens->list.items[word].begin,
                   "write coop_tasks_run(&flow, ...); in a cooperative kernel, behind coop_flow_next.",
                   "coop_tasks_run stands where it cannot run the tasks of a batch");
        return;
    }
    check_statement(tasks, function, word, close);
    end = first_end(tokens, open, close);
    flow = string_slice(source->original + tokens->list.items[open].end,
                        tokens->list.items[end - 1].end - tokens->list.items[open].end);
    text_printf(&text, "coop_tasks_step(%s", flow);
    for (size_t i = 0; i < tasks->commons.count; ++i) {
        const char *name = tasks->commons.items[i]->name;

        text_printf(&text, ", %s", name);
        if (!is_given(tokens, open, close, name)) {
            diag_error(ERROR_TASKS_RUN, source, tokens->list.items[word].begin,
                       string_printf("name it behind &flow: coop_tasks_run(&flow, ..., %s).", name),
                       "the tasks have the common parameter '%s', which is not given here", name);
        }
    }
    if (count_arguments(tokens, open, close) > tasks->commons.count + 1) {
        diag_error(ERROR_TASKS_RUN, source, tokens->list.items[word].begin,
                   "give the common parameters of the tasks, each once, by name: variables of the kernel.",
                   "coop_tasks_run has other arguments than the tasks' common parameters");
    }
    text_puts(&text, ")");
    run = LIST_ADD(&tasks->runs);
    run->function = function;
    run->range = (struct range){tokens->list.items[word].begin, tokens->list.items[close].end};
    run->text = groups_wrap_run(tasks, text.bytes, flow);
}

/* What coop_tasks_run is for the compiler, found where no coop_tasks_run is written: a macro holds it. */
static void check_macros(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;

    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        if (call->function == NULL && strcmp(call->name, "coop_tasks_run_here") == 0 &&
            !token_is(tokens, token_at(tokens, call->offset), "coop_tasks_run")) {
            diag_error(ERROR_TASKS_RUN, function->source, call->offset,
                       "write coop_tasks_run(&flow, ...); out instead of using the macro.",
                       "a macro calls coop_tasks_run");
        }
    }
}

/* One module has the tasks' channels or its own: the numbers of both begin at 1. */
static void check_channels(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->unit->sources.count && tasks->list.count > 0; ++i) {
        const struct source *source = tasks->unit->sources.items[i];

        for (size_t j = 0; j < source->tokens.list.count && !source->is_words; ++j) {
            if (token_is(&source->tokens, j, "coop_channels")) {
                diag_error(ERROR_TASKS_RUN, source, source->tokens.list.items[j].begin,
                           "put the channels into another module, with a kernel of their own.",
                           "a file that has tasks declares channels, too");
            }
        }
    }
}

/* A batch is run once. */
static void check_twice(const struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->runs.count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (tasks->runs.items[i].function == tasks->runs.items[j].function) {
                diag_error(
                    ERROR_TASKS_RUN, tasks->runs.items[i].function->source, tasks->runs.items[i].range.begin,
                    "call it once, behind coop_flow_next: it runs the batch's tasks, whichever they are.",
                    "'%s' calls coop_tasks_run twice", tasks->runs.items[i].function->name);
                break;
            }
        }
    }
}

void runs_find(struct tasks *tasks)
{
    const struct unit *unit = tasks->unit;

    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];
        const struct tokens *tokens = &function->source->tokens;

        if (!function->has_body || function->source->is_words) {
            continue;
        }
        for (size_t j = token_at(tokens, function->body);
             j < tokens->list.count && tokens->list.items[j].begin < function->end; ++j) {
            if (token_is(tokens, j, "coop_tasks_run")) {
                read_run(tasks, function, j);
            }
        }
        check_macros(function);
    }
    check_channels(tasks);
    check_twice(tasks);
    if (tasks->runs.count == 0 && tasks->list.count > 0) {
        diag_error(ERROR_TASKS_RUN, tasks->list.items[0]->function->source,
                   tasks->list.items[0]->function->offset,
                   "call coop_tasks_run(&flow, ...) in the kernel's loop, behind coop_flow_next.",
                   "'%s' is a task, and no kernel of the file runs tasks", tasks->list.items[0]->name);
    } else if (tasks->runs.count > 0 && tasks->list.count == 0) {
        diag_error(ERROR_TASKS_RUN, tasks->runs.items[0].function->source, tasks->runs.items[0].range.begin,
                   "define a coop_task in the file, or use coop_flow_run.",
                   "'%s' runs tasks, and the file has none", tasks->runs.items[0].function->name);
    }
}
