/* What a run needs before its megakernel runs. In STARTING, by the starter alone (H2). */
#ifndef COOP_HOST_ENQUEUE_H
#define COOP_HOST_ENQUEUE_H

#include "host/run/run.h"

/* The largest local size of a regular kernel. Where one thread runs a whole work-group it is the device's, as
 * far as 1/64 of the context's memory holds what work-items keep across steps; else the run's. */
uint32_t coop_run_range_items_max(const struct coop_run_object *run);

/* What the work-items of a slot keep across steps, in bytes: in memory that the host reserves where one
 * thread runs them all, else 0. */
uint64_t coop_run_vars_bytes(const struct coop_run_object *run);

/* Makes an empty control block with the run's setup.
 * is_exact  the caller asked for a number of work-groups: discovery waits longer for the last of them. */
coop_status coop_run_write_control(struct coop_run_object *run, int is_exact);

/* Enqueues the megakernel. run->event is NULL where nothing was enqueued; else the megakernel runs, or will,
 * even if a later call has failed. */
coop_status coop_run_enqueue(struct coop_run_object *run);

#endif
