/* Runs: the megakernel, live on the device.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_RUN_H
#define COOP_RUN_H

#include "coop/module.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_run coop_run;

/* What the scheduler makes of the times that launches name (coop_launch_options). */
enum coop_policy {
    /* It orders waiting kernels by their deadlines, and gathers work-groups before a periodic job comes. */
    COOP_POLICY_BY_TIME = 0,
    /* First come, first served within a priority; work-groups are gathered when a kernel is there. */
    COOP_POLICY_FIRST_COME = 1
};

/* {0} means the defaults. */
struct coop_run_options {
    uint32_t worker_groups; /* workers, the scheduler not counted; 0 means as many as the device holds */
    uint32_t local_items;   /* work-items of a work-group; 0 means 64 */
    uint32_t trace_events;  /* the trace's capacity; 0: no trace. What does not fit is counted and dropped */
    int trace_barriers;     /* not 0: the trace also has each arrival at and each departure from a global
                             * barrier, so that coop_trace_check can check all of S5 and S6; two more events
                             * for each work-group and barrier. They take at most three quarters of the trace,
                             * so that the events from which a picture is made find room beside them */
    int trace_flow;         /* not 0: the trace also has each batch of a flow graph, what it emits, and the
                             * blocks that change hands, so that coop_trace_check can add up the items of each
                             * channel; some events for each batch, for which trace_events wants room */
    /* For the start; 0 means 120 s, since drivers compile at the first launch. UINT64_MAX is refused, as for
     * every wait. */
    uint64_t timeout_ns;

    /* The watchdog: a launch is stalled when a caller waits for it and it makes no progress for so long. 0
     * takes the seconds of COOP_STALL_AFTER from the environment, and if that is unset, none ever is;
     * COOP_STALL_NEVER: none, whatever the environment says. Progress is a step of one of its
     * work-groups: from one barrier or primitive of the kernel to the next, work-group barriers included
     * (of a cooperative kernel on NVIDIA's GPUs every 64th), or a logical work-group of a regular kernel.
     * For a launch that waits to start, everything that brings its turn nearer is progress, and so is
     * time in which work-groups are held for a periodic job (keep_ns). So choose a time longer than any
     * kernel runs without a barrier, and longer than any cooperative kernel runs between two places at
     * which it gives up a work-group. The watchdog counts only time in which the process runs and a
     * caller waits, in steps of a sixteenth of this time, at most 250 ms. */
    uint64_t stall_after_ns;

    /* Used when worker_groups is 0: so many work-groups for each compute unit of the device, the scheduler's
     * among them, as far as the device holds them; 0 means as many as it holds. More work-groups hide more
     * memory latency; fewer make barriers cheaper and leave more registers and local memory to each. */
    uint32_t groups_per_unit;

    /* How long the megakernel may take to leave: when the run or its context is destroyed, when its start
     * fails, and when coop_run_stop names no time of its own; 0 means 30 s, and UINT64_MAX is refused. It
     * leaves when every work-group has come to its next primitive. */
    uint64_t stop_timeout_ns;

    /* What is checked beyond what always is, for programs under test: NULL takes COOP_CHECK from the
     * environment; "": nothing. "addresses": each launch's arguments that are addresses lie in live buffers;
     * a null pointer is then refused, too, and the address of a buffer's end. And the run fails at the first
     * access of a kernel's outside its buffer, as far as coopc can see whose it is (docs/debugging.md). The
     * module is built once more for the first such run, unless COOP_CHECK asked for it when it was made. It
     * takes 100 KB of the context's memory.
     * "divergence": where a device's kernels keep their barriers (NVIDIA), the run fails at the first barrier
     * that a part of a work-group does not come to, with the kernel's line; otherwise such a kernel is not
     * defined, and the watchdog may be all that ends it. On other devices that is always checked. Kernels go
     * in steps then, and are slower; the module is built once more, as above. */
    const char *check;

    enum coop_policy policy; /* what it leaves alone: priorities, weights, least_groups, automatic */
    /* The keep_ns of launches that name a period and no keep_ns of their own; 0: learnt; at most 2^48 */
    uint64_t keep_ns;
};

#define COOP_STALL_NEVER UINT64_MAX

/* Starts `module`'s megakernel and returns once its scheduler answers. One run at a time in a context.
 *
 * module   must belong to a live context.
 * options  may be NULL; read during the call only.
 * run      out; NULL on failure.
 * Blocks   at most options->timeout_ns for the driver's releases (coop_context_destroy) and the device's
 *          answer together; when it does not answer, up to options->stop_timeout_ns more for it to leave.
 *
 * COOP_OK                *run is live.
 * COOP_INVALID_ARGUMENT  more work-groups or work-items than the device can hold at once; the message says
 *                        how many. Or COOP_STALL_AFTER is no number of seconds, `check` names no check,
 *                        `policy` is none, keep_ns is too long, or a time-out is UINT64_MAX.
 * COOP_DEVICE_UNFIT      a work-group of this megakernel takes more local memory than the device has, or the
 *                        host cannot reach the device while a kernel runs; the message says which.
 * COOP_BUSY              the context has a live run, or a run that was given up and has not left the device;
 *                        or another device of its domain has had such a run (coop/devices.h); or another
 *                        context has one of these, and the driver lets only one context work at a time
 *                        (NVIDIA's); or other runs have the threads that this one's work-groups need
 *                        (PoCL's): the message says how many there are.
 * COOP_TIMED_OUT         the device did not answer; it is told to leave as soon as it answers.
 * COOP_STOPPED           the context was destroyed meanwhile; nothing is left running, unless the
 *                        megakernel has not left in time (coop_run_destroy).
 * COOP_BUILD_FAILED, COOP_IO_FAILED  of the module with checks, as coop_module_create.
 * COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED
 * Source: CK 4.1; discovery: Sorensen et al., OOPSLA 2016 (IWB). */
COOP_API coop_status coop_run_start(coop_module *module, const struct coop_run_options *options,
                                    coop_run **run);

/* Tells every work-group to leave at its next primitive or barrier, and waits until the megakernel has ended.
 * On a GPU a work-group looks at one in 16 barriers of its own, since each look is a trip to memory: it
 * leaves after at most 16 of the stretches between two of them. Launches that have not completed end with
 * COOP_STOPPED: wait for them first when their results matter.
 * timeout_ns  0 takes the run's stop_timeout_ns, 30 s by default.
 *
 * COOP_OK         stopped, now or before.
 * COOP_INVALID_ARGUMENT  timeout_ns is UINT64_MAX: every wait has a deadline. Nothing is stopped.
 * COOP_TIMED_OUT  a work-group has not left; the details show which. The call may be repeated.
 * COOP_OPENCL_FAILED  the driver does not say whether the megakernel has left. */
COOP_API coop_status coop_run_stop(coop_run *run, uint64_t timeout_ns);

/* Stops the run if it is live, and forgets it. The megakernel has stop_timeout_ns to leave, and at most 2
 * s when the run was given up as stalled or a coop_run_stop has failed. If it does not leave, everything
 * that it may touch stays for as long as the process lives, since the device may still write to it: the
 * context's memory and OpenCL objects, and on a CPU the threads of the work-groups that have not left. The
 * context then takes no other run; a second context does, as far as the device has capacity beside what
 * still runs. NULL is accepted. */
COOP_API void coop_run_destroy(coop_run *run);

struct coop_run_report {
    uint32_t worker_groups; /* workers found by discovery */
    uint32_t local_items;
    /* The largest local size of a regular kernel: local_items on a GPU. Where one thread runs a whole
     * work-group it is the device's, or less where the context's memory is small. */
    uint32_t range_items_max;
    int is_live;
    int has_clock;          /* the device clock works; otherwise all device times are 0 */
    uint64_t heartbeat;     /* rounds of the scheduler */
    uint64_t control_bytes; /* the control block with its slots, without the trace */
    uint32_t registers;     /* the limit of a work-item's registers (coop_module_options); 0: none was set */
    /* Work-groups of this megakernel that the device holds at once, at least, as far as its registers, or the
     * driver's threads, tell; 0: not known. The run takes worker_groups + 1 of these, and leaves the others
     * to ordinary kernels (interop.h), or nothing, where a lease makes room (lease.h). */
    uint32_t groups_most;
};
COOP_API coop_status coop_run_report(coop_run *run, struct coop_run_report *report);

/* A descriptor for event loops (poll, epoll, select): an eventfd (Linux), to which 1 is added at each end of
 * a launch that is seen from now on, at the end of the run, and when the run is given up or destroyed, or has
 * failed and a work-group has not left 2 s later.
 * Readable means: ask coop_launch_status, or call coop_launch_wait with the time 0. Reading its 8 bytes sets
 * it to 0; a read does not block.
 * fd  out; the caller's to close, any time. All descriptors of a run share one count. -1 on failure.
 *
 * A thread of the library's looks for ends from then on, until the run is destroyed.
 *
 * COOP_INVALID_ARGUMENT  fd is NULL.
 * COOP_STOPPED           the run was destroyed.
 * COOP_IO_FAILED         the process has too many descriptors.
 * COOP_OUT_OF_MEMORY     no thread can be started. */
COOP_API coop_status coop_run_event_fd(coop_run *run, int *fd);

/* coop_module_hash of the run's module, also when that was destroyed.
 *
 * COOP_OK, COOP_INVALID_ARGUMENT, COOP_INVALID_HANDLE */
COOP_API coop_status coop_run_module_hash(coop_run *run, uint64_t *hash);

/* The state of slots, instances and group-count words as text, for people; the same text is in
 * coop_error.details after a missed deadline.
 * text  out; NUL-terminated, cut at capacity. */
COOP_API coop_status coop_run_describe(coop_run *run, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
