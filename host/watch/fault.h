/* The fault for which a run is given up. The watch finds it, and host/run/stop.h acts on it. Callers hold
 * the run's lock. */
#ifndef COOP_HOST_FAULT_H
#define COOP_HOST_FAULT_H

#include "host/watch/watch.h"

struct coop_fault {
    /* COOP_STALLED; COOP_KERNEL_FAILED: the control block is damaged; COOP_OPENCL_FAILED: the device cannot
     * be reached any more; COOP_OK: there is no fault */
    coop_status status;
    char text[900]; /* for people */
    char *details;  /* the run's state when the fault was found, or NULL; the owner frees it */
};

/* Looks, if a poll is due, for a fault of a live run on behalf of the launches in `entries`, a bit each,
 * which have not ended. False when there is none. */
int coop_fault_find(struct coop_watch *watch, uint32_t entries, struct coop_fault *fault);

/* The same for a run whose megakernel has left. was_told: the megakernel left for a known reason. */
int coop_fault_find_at_end(const struct coop_watch *watch, int was_told, struct coop_fault *fault);

#endif
