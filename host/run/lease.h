/* Leases on the host: the queues by which work-groups come back, and the commands that bring them (L4 to L6,
 * docs/protocol.md#lease).
 *
 *   H9  work-groups that are to come are counted in `sent` of their queue, under the run's lock, before they
 *       are enqueued; those that end count themselves on the device. So a run that is told to stop sends none
 *       afterwards, and has left when all that were sent have ended (coop_leases_have_left).
 *   H10 a queue has another turn (L6) only when all that were sent by it have come, and on a GPU have ended:
 *       it runs a queue's kernels one after the other, and one would wait for the work-groups of the other.
 *       Where each work-group is a command of its own, out of order, all have the same queue of OpenCL's. */
#ifndef COOP_HOST_LEASE_H
#define COOP_HOST_LEASE_H

#include "coop/lease.h"
#include "host/run/run.h"

/* What a lease needs before it is posted; takes the run's locks. Where a queue is to be free, at most until
 * the deadline. Records what is wrong. */
coop_status coop_lease_prepare(struct coop_run_object *run, struct coop_deadline *deadline,
                               struct coop_launch_object *launch);

/* A launch that was not posted, or has ended, needs its queue no more. The run's lock is held. */
void coop_lease_forget(struct coop_launch_object *launch);

/* Ends a lease that nobody can end any more; of other launches, nothing. */
void coop_lease_abandon(struct coop_launch_object *launch);

/* Brings those back whose lease's commands have failed: the driver ends what waits for these. No lock is
 * held. */
void coop_leases_look(struct coop_run_object *run);

/* Of a run whose megakernel's event is complete: whether all that came for leases have ended, too. Takes no
 * lock. */
int coop_leases_have_left(struct coop_run_object *run);

/* How many work-groups that were sent have not ended, as far as the device can be asked: they are no part of
 * the megakernel's event. Takes no lock. */
uint32_t coop_leases_count(struct coop_run_object *run);

/* Gives back what OpenCL has; the run has ended. */
void coop_leases_close(struct coop_run_leases *leases);

#endif
