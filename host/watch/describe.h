/* The state of a run as text, for people. Callers hold the run's lock; the run is live. */
#ifndef COOP_HOST_DESCRIBE_H
#define COOP_HOST_DESCRIBE_H

#include "host/base/out.h"
#include "host/watch/watch.h"

/* Writes the state of every launch and slot, and what each launch waits for. */
void coop_describe_run(struct coop_out *out, struct coop_watch *watch);

#endif
