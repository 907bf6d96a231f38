/* Traces held against the semantics. Of the library coop::trace; it needs no device and no handle. */
#ifndef COOP_TRACE_CHECK_H
#define COOP_TRACE_CHECK_H

#include "coop/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check found. */
struct coop_trace_verdict {
    int is_violated;
    char rule[8]; /* which: "S3"; docs/design.md has the semantics S1 to S10, docs/protocol.md has E1 to E3 */
    char text[512];   /* a message: what is wrong with what */
    uint64_t time_ns; /* of the event concerned, in device time; launch, work-group and slot likewise */
    uint32_t launch;
    uint32_t group_id;
    uint32_t slot;

    int is_partial;   /* events are missing or barriers were not traced: checked as far as that allows */
    char remark[256]; /* then: what was not checked; otherwise "" */
    uint64_t events_checked;
    uint64_t transitions; /* work-groups that were killed or resized away, and those that were forked */
    uint64_t barriers;    /* global barriers that completed; 0 without has_barriers */
};

/* Replays the trace and holds it against S1 to S6 and S9 (docs/design.md): for each instance it looks for an
 * order of all recorded steps that agrees with the order in which each slot wrote its own, with the words
 * that the steps left, and with the clock; where there is none, something happened that must not. What a
 * trace does not show is not checked: memory effects (S5) and the values of `transmit` variables (S4, S6).
 *
 * verdict  out: of several violations the earliest.
 * Blocks   for about a microsecond an event. Any thread; touches nothing but its arguments.
 *
 * COOP_OK             checked; the verdict says what was found.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_trace_check(const struct coop_trace *trace, struct coop_trace_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
