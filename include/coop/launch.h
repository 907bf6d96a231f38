/* Launches: kernels posted to a live run. The header that coopc generates has a typed function for each
 * kernel, which calls one of the two untyped functions here. Kernels without such a header are launched by
 * name (argument.h).
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

#define COOP_LAUNCH_AFTER_MAX 32

enum coop_resizing {
    COOP_RESIZING_QUERY = 0, /* a resizing barrier makes all the kills that are requested, at once */
    /* Experimental, for comparison: at most one kill per resizing barrier (CK 4.2's first variant). Any
     * version may remove it. */
    COOP_RESIZING_PLAIN = 1
};

/* {0} means the defaults. */
struct coop_launch_options {
    uint32_t groups;   /* cooperative: the limit N; regular: the work-groups to gather. 0 means all workers */
    uint32_t priority; /* higher is served first; within one, deadline_ns decides, then FIFO */
    enum coop_resizing resizing;
    /* How long to wait for a free entry in the table of launches; 0: not at all. UINT64_MAX is refused. */
    uint64_t timeout_ns;

    /* At most `groups`. Cooperative: the scheduler gathers so many before the kernel starts, if they can be
     * had, and then leaves it so many (Y3); 0 means one. Regular: it starts as soon as so many are free,
     * with what is free up to `groups`, and keeps that number; 0: it waits until all of `groups` are, or with
     * `elastic`, for one. */
    uint32_t least_groups;

    /* Cooperative: kernels of one priority share in proportion to their weights; 0 means 1, at most 255. */
    uint32_t weight;

    /* Regular: the kernel is launched again every period_ns, as a series of jobs. While none of them waits or
     * runs, the scheduler knows when the next one is due, by the device's clock and the launches before, and
     * gathers its work-groups so long ahead as gathering has taken, if a job would come near its deadline
     * (four fifths of it) otherwise. A period that is given a little too short makes jobs count as late, for
     * `automatic` too. 0: no series. At most 2^48, as the other times. It has no effect where the device has
     * no clock (coop_run_report.has_clock), and beyond the first 8 series that go on at one time: a series
     * has ended when its work-groups would be held no longer for the next job (keep_ns). */
    uint64_t period_ns;

    /* Regular: the job is to have ended so long after it was due, or without a period, after the scheduler
     * has seen it. Among waiting kernels of one priority the earliest deadline is served first, and those
     * without one last. 0: no deadline; `automatic` then goes by the period. */
    uint64_t deadline_ns;

    /* With a period: work-groups are held from so long before the next job is due, so that the ones of a job
     * that ends later than that are kept; 0: a time that is learnt (coop_run_options.keep_ns). At most 2^48:
     * a time of a period or more keeps them from job to job. Work-groups that end before the job's last one
     * can go to others in between. When no job comes any more, they are held until as long after it was due,
     * at most a period, and an eighth of the period. */
    uint64_t keep_ns;

    uint32_t series; /* with a period: tells apart several series of one kernel; any number */

    /* Not 0, with a period: each job takes the fewest work-groups with which the jobs before it would have
     * met their deadline, at most `groups`. Source: shared/automatic.h. */
    int automatic;

    /* Not 0, with a period: one launch is all the jobs. The device's scheduler launches the kernel with these
     * arguments, index space and options again whenever the next job is due, without the host, until
     * coop_repeat_stop (coop/repeat.h). Only where the device has a clock. */
    int repeats;

    /* Regular, not 0: between two of its logical work-groups the kernel may give work-groups up, and take
     * more (S9a). It gives them up to kernels of a higher priority, down to least_groups, or to one, and
     * grows into what is free, up to `groups`. Each work-group draws no more logical ones at once than take
     * it about 20 us, by the time that those before took, or one: so soon it can leave, and so often it
     * asks. 0: it keeps what it has to its end (S9). Not with a period_ns. */
    int elastic;

    /* The launch comes after these, which are of the same run: it starts when all of them have completed, as
     * the device's scheduler finds it, without a trip to the host, and sees what they have written. It has
     * its place by the time of its own posting. Where one does not complete, it does not either, and its
     * message says which. NULL: none. A launch that has ended is waited for no longer, and its handle may be
     * destroyed once this one is posted. Any launch that waits for others takes an entry of the device's
     * table (timeout_ns), and with a period_ns also counts as a job that is there. */
    coop_launch *after[COOP_LAUNCH_AFTER_MAX];
};

/* The index space of a regular kernel, as in clEnqueueNDRangeKernel. */
struct coop_ndrange {
    uint32_t dimensions;      /* 1..3; 0 means 1 */
    uint64_t global_items[3]; /* each at least 1 in the dimensions used */
    /* Product at most range_items_max of coop_run_report; 0: what the kernel requires (reqd_work_group_size,
     * which is then the only size), or the run's in dimension 0, else 1. */
    uint64_t local_items[3];
    uint64_t global_offset[3];
};

/* Times are those of the device clock in ns; 0 where the device has no clock (coop_run_report.has_clock). */
struct coop_launch_stats {
    /* From when the scheduler saw the launch, or all that it comes after had ended, until enough work-groups
     * were free */
    uint64_t gather_ns;
    uint64_t run_ns;     /* from then until the last work-group returned */
    uint64_t queued_ns;  /* from posting until the scheduler saw it; 0 where host and device clocks differ */
    uint64_t seen_ns;    /* absolute */
    uint64_t started_ns; /* absolute */
    uint64_t ended_ns;   /* absolute: the last return */
    uint32_t groups_at_start;
    uint32_t kills;         /* work-groups ended at offer_kill, or given up by an elastic kernel */
    uint32_t barrier_kills; /* work-groups ended at resizing barriers */
    uint32_t forks;         /* work-groups begun at request_fork, or taken by an elastic kernel */
    uint32_t barrier_forks; /* work-groups begun at resizing barriers */
    uint64_t barriers;      /* global barriers passed */
    uint32_t suspensions;   /* times that the last work-group was killed (coop_may_kill_all) */
    uint64_t suspended_ns;  /* time from the suspensions to the resumptions; part of run_ns */
    uint32_t groups_wanted; /* regular: that it was to start with; what `automatic` has chosen */
    uint64_t after_ns;      /* from when the scheduler saw it until all that it comes after had ended */
    uint64_t ahead_ns; /* how long before the scheduler saw it, work-groups had begun to be held for it, in
                             * steps of 1 us; 0: they had not */
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
 *                          options->timeout_ns is UINT64_MAX: every wait has a deadline. Or an option does
 *                          not suit the kernel, or another option; the message says which. Or an argument
 *                          that is an address, not 0, lies outside the context's memory, as a pointer of the
 *                          host or a handle does, or in a buffer of another context or domain and in none of
 *                          this one; the message names the parameter. What else is refused with COOP_CHECK:
 *                          coop_run_options.check.
 *                          Or a parameter in local memory has 0 bytes, or no room. Or a launch in
 *                          options->after belongs to another run.
 * COOP_INVALID_HANDLE      also of a launch in options->after; the message says which.
 * COOP_UNKNOWN_KERNEL, COOP_SIGNATURE_MISMATCH
 * COOP_BUSY                COOP_INSTANCES_MAX launches wait or run; wait for one of them to end.
 * COOP_STOPPED             the run has stopped.
 * COOP_KERNEL_FAILED       the run ended because a kernel failed on the device; the message says which and
 *                          where.
 * COOP_STALLED             the run was given up (coop_launch_wait).
 * COOP_OPENCL_FAILED       the driver ended the run.
 * COOP_DEVICE_UNFIT        options->repeats, and the device has no clock that kernels can read.
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

/* Waits until one of several launches has ended, or never will. They may belong to different runs.
 * launches  `count` handles; NULL for one that is not to be waited for any more
 * index     out, may be NULL: the first of those that have ended; `count` when none has
 * Blocks    asleep, at most timeout_ns. With launches of several runs it looks at each once a millisecond.
 * The rest, and what is returned of launch *index, as coop_launch_wait.
 *
 * COOP_TIMED_OUT         none has ended, *index is `count`; or *index is one that was cut short, and the
 *                        reason is not known yet.
 * COOP_INVALID_ARGUMENT  all of them are NULL, or timeout_ns is UINT64_MAX.
 * COOP_OUT_OF_MEMORY     nothing was waited for. */
COOP_API coop_status coop_launch_wait_any(coop_launch *const *launches, size_t count, uint64_t timeout_ns,
                                          size_t *index, struct coop_launch_stats *stats);

enum coop_launch_phase {
    COOP_LAUNCH_WAITS = 0, /* it has not started */
    COOP_LAUNCH_RUNS = 1,  /* it has; a suspended one (coop_may_kill_all), too */
    /* Or its run was given up (COOP_STALLED), or has failed 2 s ago and a work-group has not left */
    COOP_LAUNCH_ENDED = 2
};

struct coop_launch_state {
    enum coop_launch_phase phase;
    coop_status outcome; /* of one that has ended: as coop_launch_wait; the message is in coop_last_error */
    struct coop_launch_stats stats; /* of one that has ended */
};

/* What is known of the launch now. One that does not wait and asks again and again counts as waiting for the
 * launch, so that a stall is found.
 * state  out
 *
 * COOP_OK                *state is filled, whatever the outcome. Where the launch has not ended, nothing is
 *                        recorded.
 * COOP_INVALID_ARGUMENT  state is NULL. */
COOP_API coop_status coop_launch_status(coop_launch *launch, struct coop_launch_state *state);

/* Called at the end of a launch, with the outcome that coop_launch_wait has: if it is not COOP_OK,
 * coop_last_error has the message. `stats` as there, and only for the time of the call. */
typedef void coop_launch_function(void *user, coop_status outcome, const struct coop_launch_stats *stats);

/* Lets `function` be called when the launch has ended, or at once if it has.
 * function  called exactly once, on a thread that the library has for the run, unless the call here fails
 * user      handed on; kept until then
 *
 * The run's thread calls one function at a time: those of one launch in the order in which they were given,
 * those of several launches in the order in which their ends were seen, and those of ends that were seen at
 * once in the order of the launches. A launch that ended before another one is seen no later than it. One
 * that comes after others has its turn behind them.
 * The function may call everything, also coop_launch_on_end for other launches. While it takes its time, no
 * other function of the run is called. It may destroy the launch, the run and the context: what is then still
 * to be called is called behind it.
 * coop_run_stop ends launches, and does not wait for the calls. coop_run_destroy and coop_context_destroy
 * return when all has been called, unless such a function calls them; so do not destroy a run with a lock
 * held that one of its functions takes. coop_context_destroy also waits for the calls of a run that such a
 * function has destroyed. Functions of two runs may destroy each other's run: one of the two destroys then
 * does not wait.
 * A launch whose run is given up, or has failed while a work-group does not leave for 2 s, counts as ended,
 * with COOP_STALLED or what else coop_launch_wait says. One
 * of a megakernel that does not leave ends when the run is destroyed, with COOP_STOPPED.
 *
 * COOP_INVALID_ARGUMENT  function is NULL.
 * COOP_STOPPED           the run was destroyed; coop_launch_wait has the outcome.
 * COOP_OUT_OF_MEMORY     also when no thread can be started. */
COOP_API coop_status coop_launch_on_end(coop_launch *launch, coop_launch_function *function, void *user);

/* Forgets the launch; it goes on running. NULL is accepted. */
COOP_API void coop_launch_destroy(coop_launch *launch);

#ifdef __cplusplus
}
#endif
#endif
