/* A run has exclusive use of its context, and on some drivers of the device (exclusive.h). */
#ifndef COOP_HOST_CLAIM_H
#define COOP_HOST_CLAIM_H

#include "host/run/run.h"

/* Takes the context for this run, with memory for its trace; COOP_BUSY when another run has it.
 * stop_run  called by the context to stop the run when the context is destroyed. */
coop_status coop_claim_take(struct coop_run_object *run, const struct coop_run_options *options,
                            void (*stop_run)(struct coop_object *run));

/* Lets another run start. Does nothing when the context no longer belongs to this run. */
void coop_claim_give(struct coop_run_object *run);

#endif
