/* A run has exclusive use of its context, and on some drivers of the device (exclusive.h). It claims the
 * context first, sets itself up, and is then shown to the context, which can stop it from there on (H4). */
#ifndef COOP_HOST_CLAIM_H
#define COOP_HOST_CLAIM_H

#include "host/run/run.h"

/* Takes the context for this run, with memory for its trace. COOP_BUSY: another run has it. COOP_STOPPED:
 * it is being destroyed. COOP_TIMED_OUT: the driver's releases have not ended before the deadline. */
coop_status coop_claim_take(struct coop_run_object *run, const struct coop_run_options *options,
                            struct coop_deadline *deadline);

/* Shows the run to its context. False when the context is being destroyed: then the caller stops the run. The
 * run's lock is held.
 * stop_run  called by the context to stop the run when the context is destroyed. */
int coop_claim_show(struct coop_run_object *run, void (*stop_run)(struct coop_object *run));

/* Records that the context was destroyed while the run was starting; COOP_STOPPED. */
coop_status coop_claim_say_destroyed(struct coop_run_object *run);

/* Lets another run start. Does nothing when the context no longer belongs to this run. */
void coop_claim_give(struct coop_run_object *run);

#endif
