/* The places that results of spawns go into. */
#include "coopc/task/place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/model/sites.h"

static bool is_word(const struct tokens *tokens, size_t at)
{
    char first = tokens->text[tokens->list.items[at].begin];

    return isalpha((unsigned char)first) || first == '_';
}

bool place_is_plain(const struct tokens *tokens, size_t first, size_t end)
{
    size_t at = first + 1;

    if (!is_word(tokens, first)) {
        return false;
    }
    while (at < end) {
        if (token_is(tokens, at, "[")) {
            at = token_match(tokens, at, end) + 1;
        } else if (token_is(tokens, at, ".") && at + 1 < end && is_word(tokens, at + 1)) {
            at += 2;
        } else {
            return false;
        }
    }
    return at == end;
}

/* The number of the token between brackets; -1: it is no literal. */
static long long literal_at(const struct tokens *tokens, size_t open, size_t close)
{
    const char *word = token_spelling(tokens, open + 1);

    return close == open + 2 && isdigit((unsigned char)word[0]) ? strtoll(word, NULL, 0) : -1;
}

bool places_overlap(const struct tokens *tokens, const struct spawn *one, const struct spawn *other)
{
    size_t a = token_at(tokens, one->place.begin) + 1;
    size_t b = token_at(tokens, other->place.begin) + 1;
    size_t a_end = token_at(tokens, one->place.end);
    size_t b_end = token_at(tokens, other->place.end);

    while (a < a_end && b < b_end) {
        size_t a_next = a + 2;
        size_t b_next = b + 2;

        if (token_is(tokens, a, "[") && token_is(tokens, b, "[")) {
            a_next = token_match(tokens, a, a_end) + 1;
            b_next = token_match(tokens, b, b_end) + 1;
            if (literal_at(tokens, a, a_next - 1) < 0 || literal_at(tokens, b, b_next - 1) < 0 ||
                literal_at(tokens, a, a_next - 1) != literal_at(tokens, b, b_next - 1)) {
                return false;
            }
        } else if (strcmp(token_spelling(tokens, a + 1), token_spelling(tokens, b + 1)) != 0) {
            return false;
        }
        a = a_next;
        b = b_next;
    }
    return true;
}

/* Whether the function, called with one address of a private variable, cannot keep it: it returns no pointer,
 * and gets no other one that it could write the address behind. */
static bool keeps_nothing(const struct function *function)
{
    size_t pointers = 0;

    if (function == NULL) {
        return true; /* a built-in function */
    }
    for (size_t i = 0; i < function->parameter_count; ++i) {
        pointers += function->variables.items[i]->type.holds_private_pointer ||
                    function->variables.items[i]->type.leads_to_private_pointer;
    }
    return pointers == 1 && (function->is_void || !function->result.holds_private_pointer);
}

/* `(void)array;` */
static bool is_voided(const struct tokens *tokens, size_t at)
{
    return at >= 3 && token_is(tokens, at - 1, ")") && token_is(tokens, at - 2, "void") &&
           token_is(tokens, at - 3, "(");
}

/* Whether the address is an argument as it is, of a function that cannot keep it, or is thrown away. */
static bool is_lent(const struct task *task, const struct reference *reference)
{
    const struct tokens *tokens = &task->kernel->tokens;

    if (is_voided(tokens, token_at(tokens, reference->offset))) {
        return true;
    }

    for (size_t i = 0; i < task->function->calls.count; ++i) {
        const struct call *call = &task->function->calls.items[i];

        for (size_t j = 0; j < call->named.count; ++j) {
            size_t at = token_at(tokens, call->arguments.items[j]);

            while (token_is(tokens, at, "&") || token_is(tokens, at, "(")) {
                ++at;
            }
            if (call->named.items[j] == reference->variable && at < tokens->list.count &&
                tokens->list.items[at].begin == reference->offset) {
                return keeps_nothing(call->function);
            }
        }
    }
    return false;
}

static void check_address(const struct task *task, const struct spawn *spawn)
{
    for (size_t i = 0; i < task->function->references.count; ++i) {
        const struct reference *reference = &task->function->references.items[i];

        if (reference->variable == spawn->target && reference->access == ACCESS_ADDRESS &&
            !is_lent(task, reference)) {
            diag_error(ERROR_TASK_RESULT, task->kernel->source, reference->offset,
                       string_printf("spawn into another variable, and copy it into '%s' behind the sync.",
                                     spawn->target->name),
                       "the address of '%s' is taken here, and the result of '%s' goes into it in line %zu",
                       spawn->target->name, spawn->callee->name,
                       source_line(task->kernel->source, spawn->keyword));
        }
    }
}

/* Each variable once. */
void places_check_addresses(const struct task *task)
{
    struct variables seen = {.list = {NULL, 0, 0}};

    for (size_t i = 0; i < task->spawns.count; ++i) {
        const struct spawn *spawn = &task->spawns.items[i];

        if (spawn->target != NULL && !variables_have(&seen, spawn->target)) {
            check_address(task, spawn);
            variables_add(&seen, spawn->target);
        }
    }
}

static bool is_lane(const struct task *task, const struct spawn *spawn)
{
    struct found_sites sites = sites_find(task->function, SITE_REFERENCE, spawn->place);

    for (size_t i = 0; i < sites.count; ++i) {
        const struct reference *reference = &task->function->references.items[sites.items[i].index];

        if (reference->offset == spawn->place.begin && reference->is_lane) {
            return true;
        }
    }
    return false;
}

void place_check(const struct task *task, const struct spawn *spawn)
{
    if (spawn->target == NULL) {
        return;
    }
    if (is_lane(task, spawn)) {
        diag_error(ERROR_TASK_SPAWN, task->kernel->source, spawn->place.begin,
                   "spawn into a scalar, and set the component behind the sync.",
                   "the place of a spawn is a component of the vector '%s'", spawn->target->name);
    } else if (spawn->call->is_converted) {
        diag_error(ERROR_TASK_SPAWN, task->kernel->source, spawn->place.begin,
                   string_printf("spawn into a variable of type %s and convert it behind the sync.",
                                 spawn->callee->function->result.spelling),
                   "the place of a spawn has another type than the result of '%s', %s", spawn->callee->name,
                   spawn->callee->function->result.spelling);
    }
}
