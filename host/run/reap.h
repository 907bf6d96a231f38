/* Detects the end of launches and of the megakernel, and collects their results. */
#ifndef COOP_HOST_REAP_H
#define COOP_HOST_REAP_H

#include "host/run/run.h"

enum coop_run_life { COOP_RUN_THERE, COOP_RUN_GONE, COOP_RUN_UNKNOWN };

/* Whether the megakernel has ended, for whatever reason.
 * *code  of a megakernel that is gone: 0, or why the driver ended it; of an unknown life: that of
 *        clGetEventInfo, or the transport's where that has failed. */
enum coop_run_life coop_run_life(struct coop_run_object *run, int *code);

/* What else a look at the device has shown. */
struct coop_run_glance {
    uint32_t completions; /* for coop_control_wait */
    int has_failed;       /* a kernel has failed */
    int has_ended;        /* the run has */
};

/* Collects the results of all launches that have ended, by one trip to the device. When the megakernel itself
 * has ended, all launches have.
 */
struct coop_run_glance coop_run_reap(struct coop_run_object *run);

/* Waits until the megakernel has left, and collects what it reports. Records nothing. False when it has not
 * left in time, or, with *code not 0, when clGetEventInfo keeps failing with that code. */
int coop_run_wait_until_left(struct coop_run_object *run, uint64_t timeout_ns, int *code);

#endif
