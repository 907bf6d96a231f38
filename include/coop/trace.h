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
    uint32_t groups; /* as asked for */
    char kernel[128];
};

/* A copy of a run's trace, sorted by time. */
struct coop_trace {
    struct coop_trace_event *events;
    size_t event_count;
    uint64_t events_lost; /* offered after the buffer was full */
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
 * COOP_OUT_OF_MEMORY, COOP_INVALID_HANDLE */
coop_status coop_trace_take(coop_run *run, struct coop_trace *trace);
void coop_trace_clear(struct coop_trace *trace);

/* Writes the trace as Chrome/Perfetto JSON: a track per slot, a slice per work-group, counters of M.
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
