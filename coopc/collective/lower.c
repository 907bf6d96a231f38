/* Collective functions are written out.
 *
 * A step function cannot wait in the middle of an expression, so what a collective gives is computed in front
 * of the statement, or of the loop's condition, that has the call, and a variable takes the call's place.
 * Loops whose condition has one test it inside:
 *
 *   while (C) S        for (A; C; B) S          do S while (C);
 *   while (1) { steps  for (A; ; B) { steps     for (int coop_first = 1;; coop_first = 0) {
 *     if (!(C)) break;   if (!(C)) break;         if (!coop_first) { steps if (!(C)) break; }
 *     S }                S }                      S }
 *
 * The call is then made first of all that its expression does. C leaves that order open, but for `&&`, `||`,
 * `?:` and the comma: behind these it is refused. */
#include "coopc/collective/lower.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/collective/site.h"
#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"
#include "coopc/parse/statements.h"

struct change {
    struct range range;
    const char *text;
    struct range about; /* what messages about the text are about */
    size_t order;
};

struct lowering {
    struct kernel kernel; /* of the function's statements */
    struct changes {
        LIST(struct change) list;
    } * changes;
    size_t number; /* of collectives so far */
};

static void change(struct lowering *lowering, struct range range, const char *text, struct range about)
{
    struct change *change = LIST_ADD(&lowering->changes->list);

    change->range = range;
    change->text = text;
    change->about = about;
    change->order = lowering->changes->list.count;
}

static const struct call *find_first(const struct lowering *lowering, struct range range)
{
    struct found_sites calls = sites_find(lowering->kernel.function, SITE_CALL, range);

    for (size_t i = 0; i < calls.count; ++i) {
        const struct call *call = &lowering->kernel.function->calls.items[calls.items[i].index];

        if (call->operation == OPERATION_COLLECTIVE) {
            return call;
        }
    }
    return NULL;
}

static bool refuse(const struct lowering *lowering, const struct call *call, const char *remedy,
                   const char *where)
{
    diag_error(ERROR_COLLECTIVE, lowering->kernel.source, call->offset, remedy,
               "'%s' waits for the whole work-group, and is called %s", call->name, where);
    return false;
}

static bool check_call(const struct lowering *lowering, const struct call *call, size_t begin)
{
    const char *obstacle;

    if (!call->is_editable || range_is_empty(collective_extent(&lowering->kernel.tokens, call))) {
        return refuse(lowering, call, "write the call out.", "inside a macro expansion");
    }
    if (call->type[0] == '\0') {
        return refuse(lowering, call, "convert the value, or call it for each lane.",
                      "for a type that is no int, uint, long, ulong, float or double");
    }
    obstacle = collective_obstacle(&lowering->kernel.tokens, begin, call);
    if (obstacle != NULL) {
        bool is_comma = strcmp(obstacle, ",") == 0;

        return refuse(
            lowering, call,
            is_comma ? "put what comes first into a statement or declaration of its own before this one."
                     : "call it in a statement of its own before this one, and use its result here.",
            is_comma ? "behind a comma, where something else comes first"
                     : string_printf("under '%s', where not every work-item may evaluate it", obstacle));
    }
    return true;
}

/* The text of the range, with variables in the place of the collectives, which are `number` and following. */
static void put_text(const struct lowering *lowering, struct text *text, struct range range, size_t *number)
{
    const struct tokens *tokens = &lowering->kernel.tokens;
    const struct call *call = find_first(lowering, range);

    text_append(text, "", 0);
    for (size_t at = token_at(tokens, range.begin);
         at < tokens->list.count && tokens->list.items[at].begin < range.end; ++at) {
        const struct token *token = &tokens->list.items[at];

        if (call != NULL && token->begin == call->offset) {
            struct range extent = collective_extent(tokens, call);
            struct text inner = {0};

            /* The arguments' own collectives come first. */
            put_text(lowering, &inner, (struct range){extent.begin + strlen(call->name), extent.end}, number);
            text_puts(text, collective_value(++*number));
            at = token_at(tokens, extent.end) - 1;
            call = find_first(lowering, (struct range){extent.end, range.end});
        } else {
            text_append(text, tokens->text + token->begin, token->end - token->begin);
        }
        if (at + 1 < tokens->list.count && tokens->list.items[at].end < tokens->list.items[at + 1].begin) {
            text_puts(text, " ");
        }
    }
}

/* The steps of the collectives in the range, in the order of their numbers, one change for each at the
 * place; `range` is where the expression begins. False: one is refused. */
static bool put_steps(struct lowering *lowering, size_t place, struct range range, size_t begin)
{
    const struct tokens *tokens = &lowering->kernel.tokens;
    const struct call *call = find_first(lowering, range);

    while (call != NULL) {
        struct range extent;
        struct range arguments;
        struct collective collective;
        struct text text = {0};
        size_t number = lowering->number;

        if (!check_call(lowering, call, begin)) {
            return false;
        }
        extent = collective_extent(tokens, call);
        arguments.begin = tokens->list.items[token_at(tokens, call->offset) + 1].end;
        arguments.end = extent.end - 1;
        if (!put_steps(lowering, place, arguments, begin)) {
            return false;
        }
        put_text(lowering, &text, arguments, &number);
        (void)collective_read(call->name, &collective);
        change(lowering, (struct range){place, place},
               collective_steps(call, &collective, ++lowering->number, text.bytes), extent);
        call = find_first(lowering, (struct range){extent.end, range.end});
    }
    return true;
}

/* Whether the call is all of an expression statement, whose value nobody has asked for. */
static bool is_alone(const struct lowering *lowering, const struct call *call, struct range range)
{
    const struct tokens *tokens = &lowering->kernel.tokens;
    struct range extent = collective_extent(tokens, call);

    return call->is_statement && call->offset == range.begin &&
           token_is(tokens, token_at(tokens, extent.end), ";");
}

/* Variables in the places of the calls, whose first is `number` + 1. */
static void replace_calls(struct lowering *lowering, struct range range, size_t number)
{
    const struct call *call = find_first(lowering, range);

    while (call != NULL) {
        struct range extent = collective_extent(&lowering->kernel.tokens, call);
        struct text unused = {0};

        put_text(lowering, &unused, (struct range){extent.begin + strlen(call->name), extent.end}, &number);
        change(lowering, extent,
               string_printf("%s%s", is_alone(lowering, call, range) ? "(void)" : "",
                             collective_value(++number)),
               extent);
        call = find_first(lowering, (struct range){extent.end, range.end});
    }
}

static struct range at(size_t offset)
{
    return (struct range){offset, offset};
}

/* In front of a statement, which becomes a block unless it declares something. */
static void lower_in_front(struct lowering *lowering, const struct statement *statement, struct range range,
                           bool has_block)
{
    size_t number = lowering->number;
    size_t place = statement->range.begin;

    if (has_block) {
        change(lowering, at(place), "{", at(place));
    }
    if (put_steps(lowering, place, range, range.begin)) {
        replace_calls(lowering, range, number);
    }
}

static void end_block(struct lowering *lowering, const struct statement *statement)
{
    change(lowering, at(statement->range.end), "}", at(statement->range.end));
}

static void put_test(struct lowering *lowering, const struct statement *statement, size_t place)
{
    struct text test = {0};
    size_t number = lowering->number;

    if (put_steps(lowering, place, statement->head, statement->head.begin)) {
        put_text(lowering, &test, statement->head, &number);
        change(lowering, at(place), string_printf("if (!(%s)) break;", test.bytes), statement->head);
    }
}

/* Behind the parenthesis that closes the loop's head. */
static size_t end_of_head(const struct lowering *lowering, const struct statement *statement)
{
    const struct tokens *tokens = &lowering->kernel.tokens;
    size_t open = token_at(tokens, statement->keyword) + 1;

    return tokens->list.items[token_match(tokens, open, tokens->list.count)].end;
}

static void lower_while(struct lowering *lowering, const struct statement *statement)
{
    size_t end = end_of_head(lowering, statement);

    change(lowering, (struct range){statement->keyword, end}, "while (1) {", statement->head);
    put_test(lowering, statement, end);
}

static void lower_for(struct lowering *lowering, const struct statement *statement)
{
    size_t end = end_of_head(lowering, statement);

    change(lowering, statement->head, "", statement->head);
    change(lowering, at(end), "{", statement->head);
    put_test(lowering, statement, end);
}

static void lower_do(struct lowering *lowering, const struct statement *statement)
{
    struct range word = {statement->keyword, statement->keyword + strlen("do")};
    size_t number = ++lowering->number;

    change(lowering, word,
           string_printf("for (int coop_first_%zu = 1;; coop_first_%zu = 0) { if (!coop_first_%zu) {", number,
                         number, number),
           statement->head);
    put_test(lowering, statement, word.end);
    change(lowering, at(word.end), "}", statement->head);
}

static void end_do(struct lowering *lowering, const struct statement *statement)
{
    change(lowering, (struct range){statement->body->range.end, statement->range.end}, "}", statement->head);
}

static void lower_statement(struct lowering *lowering, const struct statement *statement);

static void lower_parts(struct lowering *lowering, const struct statement *statement)
{
    for (size_t i = 0; i < statement->children.count; ++i) {
        lower_statement(lowering, statement->children.items[i]);
    }
    lower_statement(lowering, statement->body);
    lower_statement(lowering, statement->otherwise);
}

static void lower_loop(struct lowering *lowering, const struct statement *statement)
{
    bool has_test = find_first(lowering, statement->head) != NULL;
    bool has_initial = find_first(lowering, statement->initial) != NULL;
    const struct call *step = find_first(lowering, statement->step);

    if (step != NULL) {
        (void)refuse(lowering, step, "call it at the end of the loop's body.", "in the step of a for loop");
    }
    if (has_initial) {
        lower_in_front(lowering, statement, statement->initial, true);
    }
    if (has_test && statement->kind == STATEMENT_WHILE) {
        lower_while(lowering, statement);
    } else if (has_test && statement->kind == STATEMENT_FOR) {
        lower_for(lowering, statement);
    } else if (has_test) {
        lower_do(lowering, statement);
    }
    lower_parts(lowering, statement);
    if (has_test && statement->kind == STATEMENT_DO) {
        end_do(lowering, statement);
    } else if (has_test) {
        end_block(lowering, statement);
    }
    if (has_initial) {
        end_block(lowering, statement);
    }
}

static void lower_statement(struct lowering *lowering, const struct statement *statement)
{
    const struct call *first = statement == NULL ? NULL : find_first(lowering, statement->range);
    bool has_block;

    if (first == NULL) {
        return;
    }
    switch (statement->kind) {
    case STATEMENT_SIMPLE:
        if (statement->is_hidden) {
            (void)refuse(lowering, first, "write the loop or condition out.",
                         "in a loop or condition that a macro makes");
            break;
        }
        has_block = !sites_declare(lowering->kernel.function, statement->range);
        lower_in_front(lowering, statement, statement->range, has_block);
        if (has_block) {
            end_block(lowering, statement);
        }
        break;
    case STATEMENT_WHILE:
    case STATEMENT_FOR:
    case STATEMENT_DO:
        lower_loop(lowering, statement);
        break;
    case STATEMENT_IF:
    case STATEMENT_SWITCH:
        has_block = find_first(lowering, statement->head) != NULL;
        if (has_block) {
            lower_in_front(lowering, statement, statement->head, true);
        }
        lower_parts(lowering, statement);
        if (has_block) {
            end_block(lowering, statement);
        }
        break;
    default:
        lower_parts(lowering, statement);
        break;
    }
}

static bool has_collective(const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        if (function->calls.items[i].operation == OPERATION_COLLECTIVE) {
            return true;
        }
    }
    return false;
}

static void lower_function(struct unit *unit, struct function *function, struct changes *changes)
{
    struct lowering lowering = {.changes = changes};
    struct kernel *kernel = &lowering.kernel;

    kernel->name = function->name;
    kernel->function = function;
    kernel->source = function->source;
    kernel->unit = unit;
    kernel->begin = function->begin;
    kernel->end = function->end;
    if (!function->is_editable || !function->has_braces) {
        (void)refuse(&lowering, find_first(&lowering, (struct range){0, function->source->extent}),
                     "write the function out.", "in a function that a macro makes");
        return;
    }
    statement_parse(kernel);
    if (kernel->tree != NULL) {
        lower_statement(&lowering, kernel->tree);
    }
}

static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left;
    const struct change *b = right;

    if (a->range.begin != b->range.begin) {
        return a->range.begin < b->range.begin ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

/* Directives in a text that is replaced would leave it. */
static void check_directives(const struct source *source, const struct change *change)
{
    for (size_t i = token_at(&source->tokens, change->range.begin);
         i < source->tokens.list.count && source->tokens.list.items[i].begin < change->range.end; ++i) {
        if (source->tokens.list.items[i].kind == TOKEN_DIRECTIVE) {
            diag_error(ERROR_COLLECTIVE, source, source->tokens.list.items[i].begin,
                       "put the directive in front of the statement, or behind it.",
                       "a directive is among the arguments of a collective function, or in the head of its "
                       "loop");
        }
    }
}

static bool lower_source(struct unit *unit, const struct source *source, struct unfolded_files *files)
{
    struct changes changes = {.list = {NULL, 0, 0}};
    struct rewriting rewriting = {.source = source};

    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        if (function->source == source && function->has_body && has_collective(function)) {
            lower_function(unit, function, &changes);
        }
    }
    if (changes.list.count == 0) {
        return false;
    }
    qsort(changes.list.items, changes.list.count, sizeof *changes.list.items, compare_changes);
    for (size_t i = 0; i < changes.list.count; ++i) {
        const struct change *change = &changes.list.items[i];

        check_directives(source, change);
        rewriting_put_about(&rewriting, change->range, change->text, change->about);
    }
    rewriting_end(&rewriting, files);
    return true;
}

bool collectives_lower(struct unit *unit, struct unfolded_files *files)
{
    bool has_changed = false;

    unfolded_name_files(unit, files);
    for (size_t i = 0; i < unit->sources.count; ++i) {
        if (!unit->sources.items[i]->is_words) {
            has_changed |= lower_source(unit, unit->sources.items[i], files);
        }
    }
    for (size_t i = 0; has_changed && i < unit->atomics.count; ++i) {
        if (strchr(unit->atomics.items[i], '(') == NULL) {
            *LIST_ADD(&files->features) = unit->atomics.items[i];
        }
    }
    return has_changed && diag_error_count() == 0;
}
