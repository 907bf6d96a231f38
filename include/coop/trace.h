/* Traces: what happened in a run, for people and for checkers.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_TRACE_H
#define COOP_TRACE_H

#include "coop/run.h"
#include "coop/shared/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The launches of a run, in order of their sequence numbers from 1. */
struct coop_trace_launch {
    uint32_t sequence;
    int is_cooperative;
    int can_shrink; /* cooperative: the kernel has a place at which it can lose a work-group */
    int can_grow;
    int kill_any;            /* its work-groups end in any order (CK appendix B) */
    int may_kill_all;        /* it may be suspended (CK appendix B) */
    uint32_t groups;         /* as asked for: the limit N of a cooperative kernel */
    uint64_t logical_groups; /* regular: work-groups of its index space */
    char kernel[128];
};

/* A copy of a run's trace, sorted by time; the events of one slot stay in the order in which they were
 * written. */
struct coop_trace {
    struct coop_trace_event *events;
    size_t event_count;
    /* Offered after the buffer was full, or not complete when a live run's trace was taken */
    uint64_t events_lost;
    int has_barriers; /* coop_run_options.trace_barriers */
    int was_live;     /* taken from a live run: what has begun need not have ended */
    struct coop_trace_launch *launches;
    size_t launch_count;
    uint32_t slot_count; /* the scheduler's is slot 0 */
    char device_name[128];
};

/* Copies the trace of a run that was started with trace_events > 0; live or stopped.
 * trace  out; release with coop_trace_clear.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the run keeps no trace.
 * COOP_OPENCL_FAILED     the device's memory cannot be reached any more.
 * COOP_OUT_OF_MEMORY, COOP_INVALID_HANDLE */
coop_status coop_trace_take(coop_run *run, struct coop_trace *trace);
void coop_trace_clear(struct coop_trace *trace);

/* What a check found. */
struct coop_trace_verdict {
    int is_violated;
    char rule[8]; /* which: "S3"; docs/design.md has the semantics S1 to S10, docs/protocol.md has E1 to E3 */
    char text[512];   /* a sentence: what is wrong with what */
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
coop_status coop_trace_check(const struct coop_trace *trace, struct coop_trace_verdict *verdict);

/* Writes the trace as Chrome/Perfetto JSON: a track per slot, a slice per work-group, counters of M; and the
 * events themselves, for coop-trace.
 * COOP_OK, COOP_IO_FAILED (errno says why). */
coop_status coop_trace_write_json(const struct coop_trace *trace, const char *path);

/* Writes work-groups x time as an SVG picture, a colour per instance (CK Fig. 1).
 * begin_ns, end_ns  the window in device time; both 0: everything. */
coop_status coop_trace_write_svg(const struct coop_trace *trace, const char *path, uint64_t begin_ns,
                                 uint64_t end_ns);

/* "GROUP_BEGINS"; "?" for a number that is no kind. */
const char *coop_trace_kind_name(unsigned kind);

#ifdef __cplusplus
}
#endif
#endif
