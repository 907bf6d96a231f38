/* Traces: what happened in a run. A library of its own, coop::trace, checks, counts and writes them:
 * trace_check.h, trace_stat.h, trace_write.h.
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
    int can_shrink; /* the kernel has a place at which it can lose a work-group; regular: it is elastic */
    int can_grow;
    int kill_any;            /* its work-groups end in any order (CK appendix B) */
    int may_kill_all;        /* it may be suspended (CK appendix B) */
    uint32_t groups;         /* as asked for: the limit N of a cooperative kernel */
    uint64_t logical_groups; /* regular: work-groups of its index space */
    uint32_t groups_least;   /* coop_launch_options.least_groups */
    int is_automatic;        /* regular: it takes as many of `groups` as its series has learnt */
    char kernel[128];
};

/* A copy of a run's trace, sorted by time; the events of one slot stay in the order in which they were
 * written. */
struct coop_trace {
    struct coop_trace_event *events;
    size_t event_count;
    /* Events offered after the buffer was full, or not complete when a live run's trace was taken */
    uint64_t events_lost;
    /* Those of them that are events of global barriers and were beyond their part of the buffer. When all
     * that are missing are of this kind, the trace shows the whole run, but not all of its barriers. */
    uint64_t barrier_events_lost;
    int has_barriers; /* coop_run_options.trace_barriers */
    int was_live;     /* taken from a live run: what has begun need not have ended */
    int is_version_1; /* read from a file of version 1: its words do not say who leaves (P12) */
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
 * COOP_OPENCL_FAILED     the host cannot reach the device's memory any more.
 * COOP_OUT_OF_MEMORY, COOP_INVALID_HANDLE */
COOP_API coop_status coop_trace_take(coop_run *run, struct coop_trace *trace);

/* NULL is accepted. */
COOP_API void coop_trace_clear(struct coop_trace *trace);

#ifdef __cplusplus
}
#endif
#endif
