/* A run has its context, and on some drivers the device, for itself (exclusive.h). */
#ifndef COOP_HOST_CLAIM_H
#define COOP_HOST_CLAIM_H

#include "host/run/run.h"

/* Takes the context for this run, with memory for its trace; COOP_BUSY when another one has it.
 * stop_run  how the context stops the run when it is destroyed itself. */
coop_status coop_claim_take(struct coop_run_object *run, const struct coop_run_options *options,
                            void (*stop_run)(struct coop_object *run));

/* Another run may start. Nothing happens where the context is not this run's any more. */
void coop_claim_give(struct coop_run_object *run);

#endif
