/* The end of a run that nobody wants any more: its handle is destroyed, or its context is. */
#ifndef COOP_HOST_DESTROY_H
#define COOP_HOST_DESTROY_H

#include "host/run/run.h"

/* Stops the run, and calls what is still to be called at the ends of its launches (ends.h). If the megakernel
 * does not leave, the arena must outlive everything. After one such wait in vain it does not wait again. */
void coop_run_stop_or_keep(struct coop_object *run);

#endif
