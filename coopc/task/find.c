/* The tasks of a unit: their definitions, their statements, their common parameters. */
#include "coopc/task/find.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/parse/statements.h"
#include "coopc/task/spawn.h"

static const struct function *first_declaration(const struct unit *unit, const struct function *function)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        if (unit->functions.items[i]->canonical == function->canonical) {
            return unit->functions.items[i];
        }
    }
    return function;
}

/* A task is edited as a kernel is. */
static struct kernel *kernel_of(struct unit *unit, const struct task *task)
{
    struct kernel *kernel = memory_allocate(sizeof *kernel);

    kernel->name = task->name;
    kernel->task = task;
    kernel->function = task->function;
    kernel->source = task->function->source;
    kernel->unit = unit;
    kernel->begin = task->function->begin;
    kernel->end = task->function->end;
    return kernel;
}

static void task_add(struct tasks *tasks, struct unit *unit, struct function *function)
{
    struct task *task = memory_allocate(sizeof *task);

    task->name = function->name;
    task->function = function;
    task->first = first_declaration(unit, function);
    task->kernel = kernel_of(unit, task);
    task->channel = string_printf("coop_task_%s", task->name);
    task->is_by_group = function->canonical->is_by_group;
    if (function->canonical->apart != NULL) {
        task->apart_channel = string_printf("coop_apart_%s", task->name);
    }
    *LIST_ADD(&tasks->list) = task;
}

/* Whether no other name is declared with it: `coop_task uint f(uint n), g(uint n);` */
static bool is_alone(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;

    for (size_t i = token_at(tokens, function->begin);
         i < tokens->list.count && tokens->list.items[i].begin < function->offset; ++i) {
        if (token_is(tokens, i, "(")) {
            i = token_match(tokens, i, tokens->list.count);
        } else if (token_is(tokens, i, ",")) {
            return false;
        }
    }
    return !token_is(tokens, token_at(tokens, function->end), ",");
}

static bool is_same(const char *one, const char *other)
{
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

/* coop_by_group and coop_apart belong to tasks, and to each declaration. */
static bool check_words(const struct function *function)
{
    enum error error = function->apart != NULL ? ERROR_TASK_APART : ERROR_TASK_BY_GROUP;
    const char *word = function->apart != NULL ? "coop_apart" : "coop_by_group";
    const struct function *first = function->canonical;

    if (!function->is_task && (function->is_by_group || function->apart != NULL)) {
        diag_error(error, function->source, function->offset, "declare it coop_task, or leave the word out.",
                   "'%s' is declared with %s, and is no task", function->name, word);
    } else if (function->is_by_group != first->is_by_group) {
        diag_error(ERROR_TASK_BY_GROUP, function->source, function->offset,
                   "write coop_by_group in front of every declaration of it.",
                   "the task '%s' is declared with coop_by_group, and without", function->name);
    } else if (!is_same(function->apart, first->apart)) {
        diag_error(ERROR_TASK_APART, function->source, function->offset,
                   "write the same coop_apart(condition) in front of every declaration of it.",
                   "the task '%s' is declared with another coop_apart than before, or without",
                   function->name);
    } else if (function->apart != NULL && function->apart[0] == '\0') {
        diag_error(ERROR_TASK_APART, function->source, function->offset,
                   "write coop_apart(condition), with a condition of the task's parameters.",
                   "coop_apart of the task '%s' has no condition", function->name);
    } else {
        return true;
    }
    return false;
}

/* Declarations of tasks say so, each of them. */
static bool check_declaration(const struct function *function)
{
    if (function->is_task != function->canonical->is_task) {
        diag_error(ERROR_TASK_FORM, function->source, function->offset,
                   "write coop_task in front of every declaration of it.",
                   "'%s' is declared with coop_task, and without", function->name);
    } else if (function->is_task && (function->is_in_block || !is_alone(function))) {
        diag_error(ERROR_TASK_FORM, function->source, function->offset,
                   "give it a declaration of its own, outside of functions.",
                   function->is_in_block ? "the task '%s' is declared inside a function"
                                         : "the task '%s' shares its declaration with another name",
                   function->name);
    } else if (function->is_task && function->kind != FUNCTION_HELPER) {
        diag_error(ERROR_TASK_FORM, function->source, function->offset, "leave one of the two words out.",
                   "'%s' is declared both a kernel and a task", function->name);
    } else if (!check_words(function)) {
        return false;
    } else if (function->is_task && function->canonical->definition == NULL) {
        diag_error(ERROR_TASK_FORM, function->source, function->offset,
                   "define it in this file or in a header, where the tasks that spawn it see it.",
                   "the task '%s' is declared, but not defined in the file", function->name);
    } else if (function->is_task &&
               (!function->is_editable || (function->has_body && !function->has_braces))) {
        diag_error(ERROR_TASK_FORM, function->source, function->offset, "write the task out.",
                   "a macro expansion declares the task '%s'", function->name);
    } else {
        return true;
    }
    return false;
}

static void find_commons(struct tasks *tasks, const struct task *task)
{
    for (size_t i = 0; i < task->function->parameter_count; ++i) {
        struct variable *variable = task->function->variables.items[i];
        bool is_known = !variable->is_common;

        for (size_t j = 0; j < tasks->commons.count && !is_known; ++j) {
            is_known = strcmp(tasks->commons.items[j]->name, variable->name) == 0;
            if (is_known && strcmp(tasks->commons.items[j]->type.spelling, variable->type.spelling) != 0) {
                diag_error(ERROR_TASK_COMMON, task->function->source, variable->offset,
                           "give it one type, or another name.",
                           "the common parameter '%s' of '%s' is declared %s here, and %s in another task",
                           variable->name, task->name, variable->type.spelling,
                           tasks->commons.items[j]->type.spelling);
            }
        }
        if (!is_known) {
            *LIST_ADD(&tasks->commons) = variable;
        }
    }
}

static bool holds_word(const char *text, const char *word)
{
    struct tokens tokens = {.text = text};

    lex(&tokens, text, 0, strlen(text));
    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (token_is(&tokens, i, word)) {
            return true;
        }
    }
    return false;
}

/* Every task's functions have all common parameters: their types stand in front of all tasks. */
static void check_common_type(const struct tasks *tasks, const struct variable *common)
{
    const struct task *first = tasks->list.items[0];

    for (size_t i = 0; i < tasks->unit->names.count; ++i) {
        const struct name *name = &tasks->unit->names.items[i];

        if ((name->kind == NAME_TYPE || name->kind == NAME_TYPEDEF) &&
            name->source == first->function->source && name->offset > first->function->offset &&
            holds_word(common->type.spelling, name->name)) {
            diag_error(ERROR_TASK_COMMON, name->source, name->offset,
                       string_printf("define the type in front of '%s', the first task.", first->name),
                       "'%s', the type of the common parameter '%s', is defined behind a task", name->name,
                       common->name);
        }
    }
}

/* Before anything is split: a coop_sync splits its task, and not those that spawn it. */
static void unmark_calls(const struct tasks *tasks, struct task *task)
{
    for (size_t i = 0; i < task->function->calls.count; ++i) {
        struct call *call = &task->function->calls.items[i];

        if (task_of(tasks, call) != NULL) {
            call->operation = OPERATION_NONE;
        }
    }
}

struct tasks *tasks_find(struct unit *unit)
{
    struct tasks *tasks = memory_allocate(sizeof *tasks);
    bool are_right = true;

    tasks->unit = unit;
    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        are_right &= check_declaration(function);
        if (function->is_task && function->has_body) {
            task_add(tasks, unit, function);
        }
    }
    for (size_t i = 0; i < tasks->list.count && are_right; ++i) {
        struct task *task = tasks->list.items[i];

        unmark_calls(tasks, task);
        find_commons(tasks, task);
        if (!task->is_by_group) {
            statement_parse(task->kernel);
        }
        if (task->kernel->tree != NULL) {
            spawns_find(tasks, task);
        }
    }
    for (size_t i = 0; i < tasks->commons.count; ++i) {
        check_common_type(tasks, tasks->commons.items[i]);
    }
    return tasks;
}
