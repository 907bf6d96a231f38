/* Work-groups that come back from leases: the queues by which they come, and the commands that bring them (L4
 * to L6, docs/protocol.md#lease).
 *
 *   H9  work-groups that are to come are counted in `sent` of their queue, under the run's lock, before they
 *       are enqueued; those that end count themselves on the device. So a run that is told to stop sends none
 *       afterwards, and has left when all that were sent have ended (coop_joins_have_left).
 *   H10 a queue has another turn (L6) only when all that were sent by it have come, and on a GPU have ended:
 *       it runs a queue's kernels one after the other, and one would wait for the work-groups of the other.
 *       Where each work-group is a command of its own, out of order, all have the same queue of OpenCL's. */
#ifndef COOP_HOST_JOINS_H
#define COOP_HOST_JOINS_H

#include "host/run/run.h"

/* What a run's first lease needs of OpenCL. COOP_DEVICE_UNFIT, COOP_OPENCL_FAILED: recorded. */
coop_status coop_joins_open(struct coop_run_object *run);

/* Takes a free queue for a lease; false when none is, as far as is known, or, with `looks`, as the device is
 * asked. */
int coop_joins_take(struct coop_run_object *run, int looks, uint32_t *queue);

/* Are all queues but a few taken or busy, as far as is known? */
int coop_joins_are_scarce(struct coop_run_object *run);

/* The lease was not posted. */
void coop_joins_give_back(struct coop_run_object *run, uint32_t queue);

/* How many queues belong to leases that have not ended. */
uint32_t coop_joins_taken(struct coop_run_object *run);

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

/* The launch has ended: its queue is free when all have come. The run's lock is held. */
void coop_joins_forget(struct coop_launch_object *launch);

/* Sends those again whose lease's commands have failed: the driver ends what waits for these. No lock is
 * held. */
void coop_joins_look(struct coop_run_object *run);

/* How many work-groups that were sent have not ended, as far as the device can be asked: they are no part of
 * the megakernel's event. Takes no lock. */
uint32_t coop_joins_count(struct coop_run_object *run);

/* Of a run whose megakernel's event is complete: whether all that came for leases have ended, too. Takes no
 * lock. */
int coop_joins_have_left(struct coop_run_object *run);

#endif
