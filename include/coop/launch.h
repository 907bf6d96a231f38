/* Launches: kernels posted to a live run. The header that coopc generates has a typed function for each
 * kernel, which calls one of the two untyped functions here.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_LAUNCH_H
#define COOP_LAUNCH_H

#include "coop/buffer.h"
#include "coop/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_launch coop_launch;

/* A kernel by name, with the hash of its parameters, as generated headers know it. */
struct coop_kernel_id {
    const char *name;
    uint64_t args_hash; /* 0: not checked */
};

enum coop_resizing {
    COOP_RESIZING_QUERY = 0, /* a resizing barrier makes all the kills that are requested, at once */
    /* Experimental, for comparison: at most one kill per resizing barrier (CK 4.2's first variant). Any
     * version may remove it. */
    COOP_RESIZING_PLAIN = 1
};

/* {0} means the defaults. */
struct coop_launch_options {
    uint32_t groups;   /* cooperative: the limit N; regular: the work-groups to gather. 0 means all workers */
    uint32_t priority; /* higher is served first; FIFO within one priority */
    enum coop_resizing resizing;
    /* How long to wait for a free entry in the table of launches; 0: not at all. UINT64_MAX is refused. */
    uint64_t timeout_ns;
};

/* The index space of a regular kernel, as in clEnqueueNDRangeKernel. */
struct coop_ndrange {
    uint32_t dimensions;      /* 1..3; 0 means 1 */
    uint64_t global_items[3]; /* each at least 1 in the dimensions used */
    uint64_t local_items[3];  /* product at most the run's local size; 0: the run's in dimension 0, else 1 */
    uint64_t global_offset[3];
};

/* Times are those of the device clock in ns; 0 where the device has no clock (coop_run_report.has_clock). */
struct coop_launch_stats {
    uint64_t gather_ns;  /* from when the scheduler saw the launch until enough work-groups were free */
    uint64_t run_ns;     /* from then until the last work-group returned */
    uint64_t queued_ns;  /* from posting until the scheduler saw it; 0 where host and device clocks differ */
    uint64_t seen_ns;    /* absolute */
    uint64_t started_ns; /* absolute */
    uint64_t ended_ns;   /* absolute: the last return */
    uint32_t groups_at_start;
    uint32_t kills;         /* work-groups ended at offer_kill */
    uint32_t barrier_kills; /* work-groups ended at resizing barriers */
    uint32_t forks;         /* work-groups begun at request_fork */
    uint32_t barrier_forks; /* work-groups begun at resizing barriers */
    uint64_t barriers;      /* global barriers passed */
    uint32_t suspensions;   /* times that the last work-group was killed (coop_may_kill_all) */
    uint64_t suspended_ns;  /* time from the suspensions to the resumptions; part of run_ns */
};

/* Posts a cooperative kernel.
 *
 * args     the packed arguments: struct <kernel>_args of the generated header; copied.
 * options  may be NULL.
 * launch   out; release with coop_launch_destroy. NULL on failure.
 * Blocks   at most options->timeout_ns, only while the device's table is full.
 *
 * COOP_OK                  the launch is posted, and need not have started.
 * COOP_INVALID_ARGUMENT    groups is more than the run's workers, or the kernel is regular, or
 *                          options->timeout_ns is UINT64_MAX: every wait has a deadline. Or an argument
 *                          that is an address, not 0, lies outside the context's memory, as a pointer of the
 *                          host or a handle does; the message names the parameter. What else is refused with
 *                          COOP_CHECK: coop_run_options.check.
 * COOP_UNKNOWN_KERNEL, COOP_SIGNATURE_MISMATCH
 * COOP_BUSY                COOP_INSTANCES_MAX launches wait or run; wait for one of them to end.
 * COOP_STOPPED             the run has stopped.
 * COOP_KERNEL_FAILED       the run ended because a kernel failed on the device; the message says which and
 *                          where.
 * COOP_STALLED             the run was given up (coop_launch_wait).
 * COOP_OPENCL_FAILED       the driver ended the run.
 * COOP_OUT_OF_MEMORY       the host has none left; nothing was posted. */
COOP_API coop_status coop_launch_cooperative(coop_run *run, const struct coop_kernel_id *kernel,
                                             const void *args, size_t args_bytes,
                                             const struct coop_launch_options *options, coop_launch **launch);

/* Posts a regular kernel. The scheduler first gathers `options->groups` work-groups for it (S9), or as many
 * as the cooperative kernels can ever leave to it, if that is less: they give up all but one of each, and
 * also the last one of a kernel marked coop_may_kill_all that has no higher priority. The kernel's logical
 * work-groups run on those. Otherwise as coop_launch_cooperative. */
COOP_API coop_status coop_launch_regular(coop_run *run, const struct coop_kernel_id *kernel, const void *args,
                                         size_t args_bytes, const struct coop_ndrange *ndrange,
                                         const struct coop_launch_options *options, coop_launch **launch);

/* Waits until the launch has ended. May be called again, also after the end.
 * timeout_ns  UINT64_MAX is refused: every wait has a deadline. 0 asks without waiting.
 * stats       out, may be NULL; filled when the launch has ended, for whatever reason.
 * Blocks      asleep, at most timeout_ns.
 *
 * COOP_OK             the kernel has completed.
 * COOP_TIMED_OUT      it still runs; coop_error.details shows which work-group waits for what, unless
 *                     timeout_ns is 0. Or it was cut short, and the reason is not known yet: it is when the
 *                     megakernel has left, or after 2 s.
 * COOP_INVALID_ARGUMENT  timeout_ns is UINT64_MAX.
 * COOP_STOPPED        the run was stopped before it completed.
 * COOP_KERNEL_FAILED  the device reported a failure; the message says which kernel, where and what to do. Or
 *                     the control block is damaged: a kernel wrote outside its buffers.
 * COOP_STALLED        the run was given up: this launch, or the one that the message names, made no progress
 *                     for coop_run_options.stall_after_ns. The message says what it waits for;
 *                     coop_error.details shows where every work-group is. The run has been told to stop and
 *                     takes no more launches; coop_run_stop or coop_run_destroy ends it.
 * COOP_OPENCL_FAILED  the driver ended the megakernel. */
COOP_API coop_status coop_launch_wait(coop_launch *launch, uint64_t timeout_ns,
                                      struct coop_launch_stats *stats);

/* Forgets the launch; it goes on running. NULL is accepted. */
COOP_API void coop_launch_destroy(coop_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
