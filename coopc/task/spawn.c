/* Where a task spawns others.
 *
 * The compiler has seen the elision, in which coop_spawn is nothing; the words are found among the tokens. */
#include "coopc/task/spawn.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/kernel.h"
#include "coopc/model/sites.h"
#include "coopc/task/place.h"

static const char form_remedy[] =
    "write `coop_spawn f(...);` or `place = coop_spawn f(...);` as a statement of "
    "its own, place being a variable, an element or a member.";

/* The simple statement that holds the offset, or NULL. */
static const struct statement *find_simple(const struct statement *statement, size_t offset)
{
    const struct statement *found = NULL;

    if (statement == NULL || !range_holds(statement->range, offset)) {
        return NULL;
    }
    if (statement->kind == STATEMENT_SIMPLE) {
        return statement;
    }
    for (size_t i = 0; i < statement->children.count && found == NULL; ++i) {
        found = find_simple(statement->children.items[i], offset);
    }
    found = found == NULL ? find_simple(statement->body, offset) : found;
    return found == NULL ? find_simple(statement->otherwise, offset) : found;
}

static void refuse_form(const struct task *task, size_t offset, const char *what)
{
    diag_error(ERROR_TASK_SPAWN, task->kernel->source, offset, form_remedy, "%s", what);
}

/* Whether the tokens from `first` up to the one at `equals` are a place and an assignment to it. */
static bool is_assignment(const struct tokens *tokens, size_t first, size_t equals)
{
    static const char *const marks[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "=", "!", NULL};

    return equals > first && token_is(tokens, equals, "=") &&
           !(tokens->list.items[equals - 1].end == tokens->list.items[equals].begin &&
             string_is_one_of(token_spelling(tokens, equals - 1), marks));
}

static const struct call *call_at(const struct task *task, size_t offset)
{
    for (size_t i = 0; i < task->function->calls.count; ++i) {
        if (task->function->calls.items[i].offset == offset) {
            return &task->function->calls.items[i];
        }
    }
    return NULL;
}

/* The variable at the beginning of the place, which it is or is a part of; NULL: it is another memory. */
static struct variable *target_of(const struct task *task, struct range place)
{
    struct found_sites references = sites_find(task->function, SITE_REFERENCE, place);

    for (size_t i = 0; i < references.count; ++i) {
        const struct reference *reference = &task->function->references.items[references.items[i].index];

        if (reference->offset == place.begin && reference->variable != NULL &&
            (reference->access == ACCESS_WRITE || reference->access == ACCESS_PART) &&
            (reference->variable->type.shape != SHAPE_POINTER || reference->access == ACCESS_WRITE)) {
            return reference->variable;
        }
    }
    return NULL;
}

/* What stands in front of coop_spawn: nothing, or a place and `=`. */
static bool read_place(const struct task *task, struct spawn *spawn, const struct statement *statement,
                       size_t word)
{
    const struct tokens *tokens = &task->kernel->tokens;
    size_t first = token_at(tokens, statement->keyword);

    if (first == word) {
        return true;
    }
    if (sites_declare(task->function, statement->range)) {
        diag_error(ERROR_TASK_SPAWN, task->kernel->source, spawn->keyword,
                   "declare the variable in a statement of its own, in front of this one.",
                   "a declaration holds a spawn");
        return false;
    }
    if (!is_assignment(tokens, first, word - 1)) {
        refuse_form(task, spawn->keyword, "a spawn is a part of a larger expression");
        return false;
    }
    spawn->place.begin = tokens->list.items[first].begin;
    spawn->place.end = tokens->list.items[word - 2].end;
    if (!place_is_plain(tokens, first, word - 1)) {
        refuse_form(task, spawn->place.begin, "something else than a place stands in front of a spawn");
        return false;
    }
    spawn->target = target_of(task, spawn->place);
    if (spawn->target == NULL || spawn->target->is_common) {
        refuse_form(task, spawn->place.begin,
                    "the result of a spawn goes somewhere else than into a variable of the task");
        return false;
    }
    return true;
}

static void read_spawn(const struct tasks *tasks, struct task *task, size_t word)
{
    const struct tokens *tokens = &task->kernel->tokens;
    struct spawn spawn = {.keyword = tokens->list.items[word].begin};
    const struct statement *statement = find_simple(task->kernel->tree, spawn.keyword);
    size_t close = token_is(tokens, word + 2, "(") ? token_match(tokens, word + 2, tokens->list.count) : 0;

    if (statement != NULL && statement->is_hidden) {
        diag_error(ERROR_TASK_SPAWN, task->kernel->source, spawn.keyword, "write the loop or condition out.",
                   "a spawn is in a loop or condition that a macro makes");
        return;
    }
    if (statement == NULL || close == 0 || !token_is(tokens, close + 1, ";")) {
        refuse_form(task, spawn.keyword,
                    "a spawn is a part of a larger expression, of a condition or of a loop's head");
        return;
    }
    spawn.call = call_at(task, tokens->list.items[word + 1].begin);
    spawn.callee = spawn.call == NULL ? NULL : task_of(tasks, spawn.call);
    if (spawn.callee == NULL) {
        diag_error(ERROR_TASK_SPAWN, task->kernel->source, tokens->list.items[word + 1].begin,
                   "declare the function coop_task, or call it without coop_spawn.",
                   "'%s' is spawned, and is no task that is defined in this file",
                   token_spelling(tokens, word + 1));
        return;
    }
    spawn.statement = statement->range;
    if (!read_place(task, &spawn, statement, word)) {
        return;
    }
    if (spawn.target != NULL) {
        spawn.target->is_spawn_target = true;
    }
    *LIST_ADD(&task->spawns) = spawn;
}

void spawns_find(const struct tasks *tasks, struct task *task)
{
    const struct tokens *tokens = &task->kernel->tokens;

    for (size_t i = 0; i < tokens->list.count; ++i) {
        if (token_is(tokens, i, "coop_spawn")) {
            read_spawn(tasks, task, i);
        }
    }
}

/* Whether the place is the variable itself. */
static bool is_whole(const struct spawn *spawn)
{
    return spawn->place.end - spawn->place.begin == strlen(spawn->target->name);
}

/* `{ ...take a closure...; coop_spawn_f(coop_flow, up, arguments); }` */
static void edit_spawn(const struct task *task, const struct spawn *spawn)
{
    struct source *source = task->kernel->source;
    const struct tokens *tokens = &task->kernel->tokens;
    size_t word = token_at(tokens, spawn->keyword);
    size_t open = word + 2;
    size_t close = token_match(tokens, open, tokens->list.count);
    const char *begin =
        string_printf("{ if (coop_spawned++ == 0 && coop_me == COOP_NO_CLOSURE) { coop_me = "
                      "coop_closure_take(coop_flow); } coop_spawn_%s(coop_flow, (struct coop_up){"
                      "coop_me, ",
                      spawn->callee->name);
    const char *end = token_is(tokens, open + 1, ")") ? "}" : "}, ";
    size_t call = tokens->list.items[open].end;

    if (spawn->target == NULL) {
        edit_add(source, spawn->keyword, call, string_printf("%s0%s", begin, end));
    } else if (is_whole(spawn)) {
        edit_add(source, spawn->place.begin, call,
                 string_printf("%s__builtin_offsetof(struct coop_closure_%s, %s)%s", begin, task->name,
                               spawn->target->field, end));
    } else {
        edit_wrap(source, spawn->place, string_printf("%s(uint)((private uchar *)&(", begin),
                  ") - (private uchar *)coop_v)");
        edit_add(source, spawn->place.end, call, end);
    }
    edit_add(source, tokens->list.items[close + 1].begin, tokens->list.items[close + 1].end, "; }");
}

void spawns_edit(const struct task *task)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        edit_spawn(task, &task->spawns.items[i]);
    }
}

/* Whether the definition of the macro has coop_spawn in it. */
static bool holds_spawn(const struct expansion *expansion)
{
    const struct source *source = expansion == NULL ? NULL : expansion->source;
    size_t next = source == NULL ? 0 : token_at(&source->tokens, expansion->offset);
    struct tokens tokens = {.text = NULL};

    if (next == 0) {
        return false;
    }
    lex(&tokens, source->original, expansion->offset, source->tokens.list.items[next - 1].end);
    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (token_is(&tokens, i, "coop_spawn")) {
            return true;
        }
    }
    return false;
}

bool spawn_is_of_macro(const struct source *source, const struct call *call)
{
    size_t at = token_at(&source->tokens, call->offset);

    return holds_spawn(expansions_around(source->expansions, call->offset)) ||
           (at > 0 &&
            holds_spawn(expansions_at(source->expansions, source->tokens.list.items[at - 1].begin)));
}
