/* Launches that repeat: regular kernels that the device's scheduler launches again every period, by the
 * device's clock. One launch with coop_launch_options.repeats and a period_ns is all the jobs: 144 of them a
 * second take no call and no thread of the host's.
 *
 * The first job is due when the scheduler sees the launch, or when all that it comes after have ended; each
 * next one is due a period after the one before was, however late any of them were. A due time at which the
 * job before has not ended has no job: it is missed, and counted; so is one that has passed, with its whole
 * period, before the scheduler could launch its job. Each job starts as a launch of its own would: behind the
 * launches of its priority that were there before it, and gathering its work-groups ahead, where that is
 * learnt or asked for (coop_launch_options.period_ns, keep_ns, deadline_ns, automatic).
 *
 * All jobs have the arguments of the launch. What differs from job to job lies in buffers: kernels change it
 * there, and coop_buffer_write does. To change arguments, period or kernel, launch another one with `after`
 * this one, and stop this one: the device goes over to the other without the host.
 *
 * The launch takes one entry of the device's table of 32, and ends when it is stopped, with the run, or when
 * it fails. Until then coop_launch_wait has something to wait for, coop_launch_status says that it waits
 * between two jobs, and a watchdog finds progress as long as the scheduler makes rounds. Its statistics are
 * those of its last job. To destroy its handle does not end it.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_REPEAT_H
#define COOP_REPEAT_H

#include "coop/launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Times are those of the device clock in ns. */
struct coop_repeat_report {
    uint64_t launched;     /* jobs, the one that waits or runs included */
    uint64_t missed;       /* due times without a job; those of a job that runs are counted when it ends */
    uint64_t overdue;      /* jobs that ended later after they were due than deadline_ns; 0 without one */
    uint64_t late_ns;      /* of the latest job that has ended: from when it was due until it started */
    uint64_t most_late_ns; /* the longest of these */
};

/* Launches no further job. The launch ends at once, or with the job that waits or runs now: coop_launch_wait
 * then says COOP_OK. May be called again, also after the end.
 * Blocks   not until then; only for the device to be told.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the launch does not repeat.
 * COOP_INVALID_HANDLE
 * COOP_OPENCL_FAILED     the device cannot be reached; the run has to be destroyed. */
COOP_API coop_status coop_repeat_stop(coop_launch *launch);

/* What the device has counted by now; after the launch's end, all of it.
 * report  out; filled with zeros on failure
 *
 * COOP_OK                While jobs go on, two figures can be of moments that are a job apart. Jobs of a
 *                        launch that the scheduler has not seen yet are 0.
 * COOP_INVALID_ARGUMENT  the launch does not repeat, or report is NULL.
 * COOP_INVALID_HANDLE
 * COOP_OPENCL_FAILED     the device cannot be reached, or could not when the launch ended. */
COOP_API coop_status coop_repeat_report(coop_launch *launch, struct coop_repeat_report *report);

#ifdef __cplusplus
}
#endif
#endif
