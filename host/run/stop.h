/* The stop of a run: the user asked for it, or the host has given the run up. */
#ifndef COOP_HOST_STOP_H
#define COOP_HOST_STOP_H

#include "host/run/run.h"

/* Tells every work-group to leave; no more launches are taken. */
void coop_run_ask_to_stop(struct coop_run_object *run);

/* Checks, for the launches in `entries`, a bit each, which have not ended, whether waiting for the run still
 * makes sense. Gives the run up, once, when one of them is stalled or the control block is damaged, and asks
 * it to stop. The run's lock is held, and the run is live. True when the run is given up, now or earlier. */
int coop_run_judge(struct coop_run_object *run, uint32_t entries);

/* Leaks the run of a megakernel that does not leave: everything that the megakernel may still access, and
 * the context's transport to it, stay as long as the process. */
void coop_run_leak(struct coop_run_object *run);

/* Tells the run to stop, and waits until the megakernel has left; otherwise the error is recorded.
 * timeout_ns  0: as long as the run's options say */
coop_status coop_run_stop_within(struct coop_run_object *run, uint64_t timeout_ns);

#endif
