/* Work-groups that come back from leases: the commands that bring them (L4 to L6, docs/protocol.md#lease).
 *
 *   H9  work-groups that are to come are counted in `sent` of their queue, under the run's lock, before they
 *       are enqueued; those that end count themselves on the device. So a run that is told to stop counts
 *       none afterwards, and has left when all that were sent have ended (coop_joins_end). */
#ifndef COOP_HOST_JOINS_H
#define COOP_HOST_JOINS_H

#include "host/run/join_queues.h"

/* Sends the work-groups of a lease, behind what `queue` holds now; NULL: behind nothing.
 * code, call  what OpenCL has refused
 *
 * COOP_OK, COOP_OPENCL_FAILED
 * COOP_INVALID_ARGUMENT  they have been sent before.
 * COOP_STOPPED           the run has been stopped: none is sent. */
coop_status coop_joins_send(struct coop_launch_object *launch, cl_command_queue queue, cl_int *code,
                            const char **call);

/* The same of a lease that nobody can end any more; of other launches, nothing. */
void coop_joins_abandon(struct coop_launch_object *launch);

/* Sends those again whose lease's commands have failed, since the driver ends what waits for these; of a run
 * that is not live any more, none. No lock is held.
 * waits  for another call that is at it */
void coop_joins_look(struct coop_run_object *run, int waits);

/* How many work-groups that were sent have not ended, as far as the device can be asked: they are no part of
 * the megakernel's event. Takes no lock. */
uint32_t coop_joins_count(struct coop_run_object *run);

/* The megakernel's event is complete: nothing more is sent. Whether all that came for leases have ended, too.
 * The run's lock is held. */
int coop_joins_end(struct coop_run_object *run);

#endif
