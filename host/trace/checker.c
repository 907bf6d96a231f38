#include "host/trace/checker.h"

#include <stdarg.h>
#include <stdio.h>

void coop_trace_violation(struct coop_trace_checker *checker, const struct coop_trace_event *event,
                          const char *rule, const char *format, ...)
{
    struct coop_trace_verdict *verdict = checker->verdict;
    va_list arguments;

    if (verdict->is_violated && verdict->time_ns <= event->time_ns) { /* the earliest counts */
        return;
    }
    verdict->is_violated = 1;
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    va_start(arguments, format);
    vsnprintf(verdict->text, sizeof verdict->text, format, arguments);
    va_end(arguments);
    verdict->time_ns = event->time_ns;
    verdict->launch = event->launch;
    verdict->group_id = event->group_id;
    verdict->slot = event->slot;
}

int coop_trace_refuse(struct coop_trace_reason *reason, const char *rule, const char *format, ...)
{
    va_list arguments;

    if (reason != NULL) {
        reason->rule = rule;
        va_start(arguments, format);
        vsnprintf(reason->text, sizeof reason->text, format, arguments);
        va_end(arguments);
    }
    return 0;
}
