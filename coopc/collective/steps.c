/* The steps of one collective, as text of the kernel. What each step does, and why the barriers are there:
 * coop/device/collective.clh. */
#include "coopc/collective/steps.h"

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
