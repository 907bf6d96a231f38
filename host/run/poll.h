/* A look at a run on behalf of launches that somebody waits for. */
#ifndef COOP_HOST_POLL_H
#define COOP_HOST_POLL_H

#include "host/run/run.h"

struct coop_poll {
    uint32_t completions; /* for coop_control_wait */
    /* The run is given up, or has failed and a work-group stays (COOP_LEAVING_NS): what has not ended will
     * not, or it is unknown when */
    int is_given_up;
    int has_failed; /* the device has failed: launches end as soon as every work-group has left */
};

/* Collects what has ended, and judges the run for those of `launches` that are the run's and have not.
 * launches  NULL: those whose ends are awaited (ends.h), and all if the run has an event's descriptor */
struct coop_poll coop_poll_run(struct coop_run_object *run, struct coop_launch_object *const *launches,
                               size_t count);

/* Whether the host knows of the launch's end.
 * stats  NULL, or filled when it does */
int coop_poll_is_done(struct coop_launch_object *launch, struct coop_launch_stats *stats);

#endif
