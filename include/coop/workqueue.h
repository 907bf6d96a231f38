/* Work queues for the host: the memory in which cooperative kernels keep their tasks (coop/workqueue.clh).
 *
 * A work queue is a piece of device memory of coop_workqueue_bytes() bytes, whose address a kernel takes as
 * its parameter `global struct coop_workqueue *`. The host makes it, pushes the first tasks, launches the
 * kernel, waits, and may then read what happened. The host makes the queue anew with coop_workqueue_init
 * before each launch.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_WORKQUEUE_H
#define COOP_WORKQUEUE_H

#include "coop/buffer.h"
#include "coop/shared/queue.h"
#include "coop/shared/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/* {0} means the defaults, except for groups. */
struct coop_workqueue_options {
    uint32_t groups; /* work-groups that may take part: at least the limit of the launch. 0 is refused */
    uint32_t owners; /* work-groups that share a public queue; 0 means 1 */
    uint32_t public_tasks; /* places of a public queue's ring: a power of two, at most 32768; 0 means 64 */
    uint32_t
        /* Places behind each ring for tasks that do not fit into it; 0 means 1024. The first tasks go
         * there */
        overflow_tasks;
    uint32_t
        /* Tasks that the work-items of a work-group can push in one step beyond the local queue; 0 means
         * 256 */
        outbox_tasks;
    uint32_t task_bytes; /* the kernel's COOP_WORK_TASK_BYTES; 0 means 64 */
    /* Experimental, for comparison: no work-group steals, except from the queues of work-groups that are not
     * there. Any version may remove it. */
    int is_static;
    uint64_t seed; /* of the choice of victims */
};

/* Bytes that a work queue with these options takes; 0 when the options are invalid (coop_last_error
 * says why). */
COOP_API uint64_t coop_workqueue_bytes(const struct coop_workqueue_options *options);

/* Makes an empty work queue in `buffer` from `offset` on, a multiple of 64.
 * Blocks   for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  an option is out of its range, or the buffer is too small; the message says
 *                        which. */
COOP_API coop_status coop_workqueue_init(coop_buffer *buffer, uint64_t offset,
                                         const struct coop_workqueue_options *options);

/* Adds `count` tasks with the tag `tag`, before the launch. It shares them out among the queues in equal
 * parts, in order: call it once with all tasks when the shares matter.
 * parameters  count structs of parameter_bytes each; read during the call only. May be NULL where they have
 *             no bytes.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  the tag is 0, the parameters are larger than a task of the queue holds, there is no
 *                        work queue at that place, or a kernel has damaged it.
 * COOP_OUT_OF_MEMORY     a share does not fit into its queue's overflow area: give it more overflow_tasks. */
COOP_API coop_status coop_workqueue_push(coop_buffer *buffer, uint64_t offset, uint32_t tag,
                                         const void *parameters, size_t parameter_bytes, uint64_t count);

/* What has happened, for one queue's owners or for all together. */
struct coop_workqueue_counts {
    uint64_t executed;      /* tasks */
    uint64_t spawned;       /* tasks pushed by kernels */
    uint64_t reclaimed;     /* times that an owner took from its own public queue */
    uint64_t steals;        /* times that a work-group took from another's queue */
    uint64_t stolen;        /* tasks taken from others' queues */
    uint64_t lost;          /* tries that found the queue's lock held */
    uint64_t empty;         /* tries that found nothing */
    uint64_t shared;        /* times that tasks were made stealable */
    uint64_t overflowed;    /* tasks that did not fit into a ring */
    uint64_t flushes;       /* times that a work-group gave up all it had, to end */
    uint64_t declined;      /* ends that were declined, because those tasks did not fit */
    uint64_t idle;          /* rounds without a task */
    uint64_t remote_steals; /* of the steals, those from a queue of another device (coop/team.h) */
    uint64_t remote_stolen; /* tasks that came that way */
    uint64_t remote_vain;   /* tries there that found nothing, or the lock held */
    uint64_t dealt;         /* first tasks that were drawn on demand */
};

/* Reports what has happened. Call it after the launch has ended.
 * queue        a queue's number, or UINT32_MAX for the sum over all.
 * counts       out.
 * outstanding  out, may be NULL: tasks that were not run, 0 unless the kernel or the run ended early.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such queue, there is no work queue at that place, or a kernel has
 *                        damaged it. */
COOP_API coop_status coop_workqueue_report(coop_buffer *buffer, uint64_t offset, uint32_t queue,
                                           struct coop_workqueue_counts *counts, uint64_t *outstanding);

#ifdef __cplusplus
}
#endif
#endif
