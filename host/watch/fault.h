/* Why a run cannot be waited for any longer: what the watch finds, for those that act on it
 * (host/run/stop.h). Callers hold the run's lock. */
#ifndef COOP_HOST_FAULT_H
#define COOP_HOST_FAULT_H

#include "host/watch/watch.h"

struct coop_fault {
    /* COOP_STALLED; COOP_KERNEL_FAILED: the control block is damaged; COOP_OPENCL_FAILED: nothing reaches the
     * device any more; COOP_OK: there is none */
    coop_status status;
    char text[900]; /* for people */
    char *details;  /* the state of everything when it was found; NULL: there is none. Freed by the owner */
};

/* Looks, if it is time, for a fault of a live run, for the sake of the launch in entry `index`, which has not
 * ended. False when there is none. */
int coop_fault_find(struct coop_watch *watch, uint32_t index, struct coop_fault *fault);

/* The same for a run whose megakernel has left. was_told: something that is known made it leave. */
int coop_fault_find_at_end(const struct coop_watch *watch, int was_told, struct coop_fault *fault);

#endif
