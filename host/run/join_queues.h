/* The queues by which work-groups come back from leases (L6, docs/protocol.md#lease).
 *
 *   H10 a queue has another turn (L6) only when all that were sent by it have come, and on a GPU have ended:
 *       it runs a queue's kernels one after the other, and one would wait for the work-groups of the other.
 *       Where each work-group is a command of its own, out of order, all have the same queue of OpenCL's. */
#ifndef COOP_HOST_JOIN_QUEUES_H
#define COOP_HOST_JOIN_QUEUES_H

#include "host/run/run.h"

/* Pairs with the store in coop_joins_open: the queues are there. */
static inline uint32_t coop_joins_count_queues(const struct coop_run_leases *leases)
{
    return atomic_load_explicit(&leases->queue_count, memory_order_acquire);
}

static inline uint32_t coop_joins_count_sent(const struct coop_join_queue *queue)
{
    return atomic_load_explicit(&queue->sent, memory_order_relaxed);
}

/* Each that comes is a command of its own; then one queue is enough (H10). */
static inline int coop_joins_come_one_by_one(const struct coop_run_object *run)
{
    return run->context->device.traits->kernels_are_threads;
}

/* What a run's first lease needs of OpenCL. COOP_DEVICE_UNFIT, COOP_OPENCL_FAILED: recorded. */
coop_status coop_joins_open(struct coop_run_object *run);

/* Takes a free queue for a lease; false when none is, as far as is known, or, with `looks`, as the device is
 * asked. */
int coop_joins_take(struct coop_run_object *run, int looks, uint32_t *queue);

/* Are few queues free, since those that came by others have not left again? */
int coop_joins_are_scarce(struct coop_run_object *run);

/* The lease was not posted. */
void coop_joins_give_back(struct coop_run_object *run, uint32_t queue);

/* How many queues belong to leases that have not ended. */
uint32_t coop_joins_taken(struct coop_run_object *run);

/* The launch has ended: its queue is free when all have come. The run's lock is held. */
void coop_joins_forget(struct coop_launch_object *launch);

#endif
