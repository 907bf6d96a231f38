/* Checks traces against the semantics. Part of the library coop::trace, which needs no device and no
 * handle. */
#ifndef COOP_TRACE_CHECK_H
#define COOP_TRACE_CHECK_H

#include "coop/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check found. */
struct coop_trace_verdict {
    int is_violated;
    char rule[8]; /* "S3": the violated rule; S1 to S10: docs/design.md; E1 to E3, K2, J1: docs/protocol.md */
    char text[512];   /* a message: which event violates it, and how */
    uint64_t time_ns; /* of the event concerned, in device time; launch, work-group and slot likewise */
    uint32_t launch;
    uint32_t group_id;
    uint32_t slot;

    int is_partial;   /* events are missing or barriers were not traced: checked as far as that allows */
    char remark[400]; /* when is_partial: what was not checked; otherwise "" */
    uint64_t events_checked;
    uint64_t transitions; /* work-groups that were killed or resized away, and those that were forked */
    uint64_t barriers;    /* global barriers that completed; 0 without has_barriers */
    uint64_t flow_graphs; /* of launches, whose items and blocks were added up (K2) */
    uint64_t channels;    /* of these graphs */
    uint64_t items;       /* that these channels ran */
};

/* Replays the trace and checks it against S1 to S6, S9 and S9a (docs/design.md). For each instance it looks
 * for an order of all recorded steps that agrees with the order in which each slot wrote its own, with the
 * words that the steps left, and with the clock. When there is no such order, the run violated a rule. Where
 * flow graphs were traced (trace_flow) and no event is missing, it adds up the items and blocks of each
 * channel and the closures: K2 of coop/shared/channel.h, J1 and J4 of coop/shared/closure.h. It cannot check
 * what a trace does not show: memory effects (S5) and the values of `transmit` variables (S4, S6).
 *
 * verdict  out: the earliest violation, if there are several.
 * Blocks   for about a microsecond an event. Call it on any thread; it touches nothing but its arguments.
 *
 * COOP_OK                the trace was checked; the verdict says what the check found.
 * COOP_INVALID_ARGUMENT  a pointer is NULL.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_trace_check(const struct coop_trace *trace, struct coop_trace_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
