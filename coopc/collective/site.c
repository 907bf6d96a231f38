/* A collective's call in its expression. */
#include "coopc/collective/site.h"

struct range collective_extent(const struct tokens *tokens, const struct call *call)
{
    size_t name = token_at(tokens, call->offset);
    size_t count = tokens->list.count;
    size_t close = token_is(tokens, name + 1, "(") ? token_match(tokens, name + 1, count) : count;

    return (struct range){call->offset, close < count ? tokens->list.items[close].end : call->offset};
}

/* The bracket that the one at `close` closes. */
static size_t match_back(const struct tokens *tokens, size_t first, size_t close)
{
    size_t depth = 0;

    for (size_t at = close; at > first; --at) {
        if (token_is(tokens, at, ")") || token_is(tokens, at, "]") || token_is(tokens, at, "}")) {
            ++depth;
        } else if (token_is(tokens, at, "(") || token_is(tokens, at, "[") || token_is(tokens, at, "{")) {
            if (--depth == 0) {
                return at;
            }
        }
    }
    return first;
}

static bool is_twice(const struct tokens *tokens, size_t at, const char *mark)
{
    return token_is(tokens, at, mark) && token_is(tokens, at - 1, mark) &&
           tokens->list.items[at - 1].end == tokens->list.items[at].begin;
}

/* Whether the bracket at `close` ends `(int)` or its like: what it converts is one value. */
static bool is_scalar_cast(const struct tokens *tokens, size_t first, size_t close)
{
    static const char *const words[] = {"void",   "bool",     "char",   "uchar",  "short", "ushort",
                                        "int",    "uint",     "long",   "ulong",  "half",  "float",
                                        "double", "unsigned", "signed", "size_t", "*",     NULL};

    return close > first && token_is(tokens, close, ")") &&
           string_is_one_of(token_spelling(tokens, close - 1), words);
}

/* Whether commas behind the bracket are between arguments, lanes or elements. */
static bool opens_list(const struct tokens *tokens, size_t first, size_t open)
{
    static const char *const words[] = {"return", "sizeof", "case", NULL};

    if (token_is(tokens, open, "{")) {
        return true;
    }
    if (!token_is(tokens, open, "(") || open == first) {
        return false;
    }
    if (is_scalar_cast(tokens, first, open - 1)) {
        return false;
    }
    return token_is(tokens, open - 1, ")") || (tokens->list.items[open - 1].kind == TOKEN_WORD &&
                                               !string_is_one_of(token_spelling(tokens, open - 1), words));
}

const char *collective_obstacle(const struct tokens *tokens, size_t begin, const struct call *call)
{
    size_t first = token_at(tokens, begin);
    bool is_behind_comma = false;

    for (size_t at = token_at(tokens, call->offset); at-- > first;) {
        if (token_is(tokens, at, ")") || token_is(tokens, at, "]") || token_is(tokens, at, "}")) {
            at = match_back(tokens, first, at);
        } else if (token_is(tokens, at, "(") || token_is(tokens, at, "[") || token_is(tokens, at, "{")) {
            if (is_behind_comma && !opens_list(tokens, first, at)) {
                return ",";
            }
            is_behind_comma = false;
        } else if (token_is(tokens, at, ",")) {
            is_behind_comma = true;
        } else if (!is_behind_comma && token_is(tokens, at, "?")) {
            return "?:";
        } else if (!is_behind_comma && at > first && is_twice(tokens, at, "&")) {
            return "&&";
        } else if (!is_behind_comma && at > first && is_twice(tokens, at, "|")) {
            return "||";
        }
    }
    return is_behind_comma ? "," : NULL;
}

/* The steps of one collective, as text of the kernel. What each step does, and why the barriers are there:
 * coop/device/collective.clh. */

#define HERE "coop_collective_here()"

const char *collective_value(size_t number)
{
    return string_printf("coop_value_%zu", number);
}

/* Of truth values they are of 0 and 1. */
static const char *steps_of_combination(const struct call *call, const struct collective *collective,
                                        size_t number, const char *arguments)
{
    static const char *const results[] = {
        [COLLECTIVE_REDUCE] = "total", [COLLECTIVE_INCLUSIVE] = "until", [COLLECTIVE_EXCLUSIVE] = "before"};
    const char *type = call->type;

    return string_printf("coop_collective_put_%s(" HERE ", %s%s%s); " COLLECTIVE_MEET "(); "
                         "coop_collective_%s_%s(" HERE "); " COLLECTIVE_MEET "(); "
                         "%s %s = coop_collective_%s_%s_%s(" HERE ");",
                         type, collective->is_predicate ? "(" : "", arguments,
                         collective->is_predicate ? ") != 0" : "", collective->combine, type, type,
                         collective_value(number), results[collective->kind], collective->combine, type);
}

static const char *steps_of_broadcast(const struct call *call, size_t number, const char *arguments)
{
    return string_printf("coop_collective_give%zu_%s(" HERE ", %s); " COLLECTIVE_MEET "(); "
                         "%s %s = coop_collective_given_%s(" HERE ");",
                         call->arguments.count - 1, call->type, arguments, call->type,
                         collective_value(number), call->type);
}

static const char *steps_of_shuffle(const struct call *call, const struct collective *collective,
                                    size_t number, const char *arguments)
{
    return string_printf("uint coop_from_%zu = coop_collective_%s_%s(" HERE ", %s); " COLLECTIVE_MEET "(); "
                         "%s %s = coop_collective_taken_%s(" HERE ", coop_from_%zu);",
                         number, collective->combine, call->type, arguments, call->type,
                         collective_value(number), call->type, number);
}

const char *collective_steps(const struct call *call, const struct collective *collective, size_t number,
                             const char *arguments)
{
    const char *steps = collective->kind == COLLECTIVE_BROADCAST ? steps_of_broadcast(call, number, arguments)
                        : collective->kind == COLLECTIVE_SHUFFLE
                            ? steps_of_shuffle(call, collective, number, arguments)
                            : steps_of_combination(call, collective, number, arguments);

    return string_printf(COLLECTIVE_MEET "(); %s ", steps);
}
