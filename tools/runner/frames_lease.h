/* Periodic jobs as an ordinary OpenCL kernel on a queue of its own, by leases (coop/lease.h): the work-groups
 * of a run leave for each job, and come back behind it. */
#ifndef TOOLS_RUNNER_FRAMES_LEASE_H
#define TOOLS_RUNNER_FRAMES_LEASE_H

#include "tools/rival/frames_queue.h"
#include "tools/session/session.h"

struct frames_lease {
    const struct session *session; /* whose context works on `context` */
    cl_context context;
    uint64_t timeout_ns;                /* for one job */
    struct coop_launch_options options; /* of each lease, but for the number of work-groups */
    struct frames_queue frames;
};

/* Opens the device that a session is to have, for the session's `opencl`. On failure *own is what
 * frames_lease_close takes, as one that is all 0.
 * options  of the frames, but for the context */
int frames_lease_open(struct frames_lease *own, const char *device, uint32_t groups,
                      const struct frames_queue_options *options, struct tool_error *error);

/* Of a job, `run_ns` is the time from when its work-groups were told to leave until all were back. */
struct periodic_work frames_lease_work(struct frames_lease *own);

void frames_lease_close(struct frames_lease *own);

#endif
