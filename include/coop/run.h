/* Runs: the megakernel, live on the device.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_RUN_H
#define COOP_RUN_H

#include "coop/module.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_run coop_run;

/* {0} means the defaults. */
struct coop_run_options {
    uint32_t worker_groups; /* workers, the scheduler not counted; 0 means as many as the device holds */
    uint32_t local_items;   /* work-items of a work-group; 0 means 64 */
    uint32_t trace_events;  /* room for that many events; 0: no trace */
    int trace_barriers;     /* not 0: the trace also has each arrival at and each departure from a global
                             * barrier, so that coop_trace_check can hold it against S5 and S6 whole; two more
                             * events for each work-group and barrier */
    uint64_t timeout_ns;    /* for the start; 0 means 120 s, since drivers compile at the first launch */

    /* The watchdog: a launch that somebody waits for and that makes no progress for so long is stalled. 0,
     * the default: none is. Progress is a step of one of its work-groups: from one barrier or primitive of
     * the kernel to the next, work-group barriers included, or a logical work-group of a regular kernel; and
     * for a launch that waits to start, whatever brings its turn nearer. So choose more than the longest
     * stretch of any kernel without a barrier, and than the longest time between two places at which a
     * cooperative kernel gives up a work-group. Only time in which the process runs and somebody waits is
     * counted, in steps of a sixteenth of it, at most 250 ms. */
    uint64_t stall_after_ns;

    /* Where worker_groups is 0: so many work-groups for each compute unit of the device, the scheduler's
     * among them, as far as the device holds them; 0 means as many as it holds. More of them hide each
     * other's memory latency; fewer make barriers cheaper and leave each more registers and local memory. */
    uint32_t groups_per_unit;
};

/* Starts `module`'s megakernel and returns once its scheduler answers. One run at a time in a context.
 *
 * module   must belong to a live context.
 * options  may be NULL; read during the call only.
 * run      out; NULL on failure.
 * Blocks   until the device answers, at most options->timeout_ns; when it does not, up to 30 s more for it to
 *          leave.
 *
 * COOP_OK                *run is live.
 * COOP_INVALID_ARGUMENT  more work-groups or work-items than the device can hold at once; the message says
 *                        how many.
 * COOP_DEVICE_UNFIT      a work-group of this megakernel takes more local memory than the device has, or the
 *                        device cannot be reached while a kernel runs; the message says which.
 * COOP_BUSY              the context has a live run, or one that was given up and has not left the device; or
 *                        another context has such a run on a device whose driver lets no second one work
 *                        meanwhile (NVIDIA's).
 * COOP_TIMED_OUT         the device did not answer; it is told to leave as soon as it does.
 * COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED
 * Source: CK 4.1; discovery: Sorensen et al., OOPSLA 2016 (IWB). */
COOP_API coop_status coop_run_start(coop_module *module, const struct coop_run_options *options,
                                    coop_run **run);

/* Tells every work-group to leave at its next primitive, and waits until the megakernel has ended. Launches
 * that have not completed end with COOP_STOPPED: wait for them first if their results matter.
 * timeout_ns  0 means 30 s.
 *
 * COOP_OK         stopped, now or before.
 * COOP_TIMED_OUT  a work-group has not left; the details show which. The call may be repeated.
 * COOP_OPENCL_FAILED  the driver does not say whether the megakernel has left. */
COOP_API coop_status coop_run_stop(coop_run *run, uint64_t timeout_ns);

/* Stops the run if it is live and forgets it. If the megakernel does not leave within the default deadline,
 * or 2 s where the run has been given up as stalled or a coop_run_stop has failed, all that it may touch is
 * kept for as long as the process lives, since the device may still write to it: the context's memory and
 * OpenCL objects, and on a CPU the threads of the work-groups that have not left. The context takes no other
 * run then; a second context does, as far as the device has room beside what still runs. NULL is accepted. */
COOP_API void coop_run_destroy(coop_run *run);

struct coop_run_report {
    uint32_t worker_groups; /* workers found by discovery */
    uint32_t local_items;
    int is_live;
    int has_clock;          /* the device clock works; otherwise all device times are 0 */
    uint64_t heartbeat;     /* rounds of the scheduler */
    uint64_t control_bytes; /* the control block with its slots, without the trace */
};
COOP_API coop_status coop_run_report(coop_run *run, struct coop_run_report *report);

/* The state of slots, instances and group-count words as text, for people; the same that a missed deadline
 * puts into coop_error.details.
 * text  out; NUL-terminated, cut at capacity. */
COOP_API coop_status coop_run_describe(coop_run *run, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
