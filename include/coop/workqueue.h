/* Work queues for the host: the memory in which cooperative kernels keep their tasks (coop/workqueue.clh).
 *
 * A work queue is a piece of device memory of coop_workqueue_bytes() bytes, whose address a kernel gets for
 * its parameter `global struct coop_workqueue *`. The host makes it, gives it the first tasks, launches the
 * kernel, waits, and may then look at what happened. Before each launch the queue is made anew with
 * coop_workqueue_init.
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
        /* Places behind each ring, for what does not fit; 0 means 1024. The first tasks go there */
        overflow_tasks;
    uint32_t
        /* Tasks that the work-items of a work-group can push in one step beyond the local queue; 0 means
         * 256 */
        outbox_tasks;
    uint32_t task_bytes; /* the kernel's COOP_WORK_TASK_BYTES; 0 means 64 */
    /* Experimental, for comparison: nobody steals, except from the queues of work-groups that are not there.
     * It may go in any version. */
    int is_static;
    uint64_t seed; /* of the choice of victims */
};

/* Bytes that a work queue with these options takes; 0 when the options make no sense (coop_workqueue_init
 * says why). */
COOP_API uint64_t coop_workqueue_bytes(const struct coop_workqueue_options *options);

/* Makes an empty work queue in `buffer` from `offset` on, a multiple of 64.
 * Blocks   for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  an option out of its range, or the buffer is too small; the message says which. */
COOP_API coop_status coop_workqueue_init(coop_buffer *buffer, uint64_t offset,
                                         const struct coop_workqueue_options *options);

/* Adds `count` tasks with the tag `tag`, before the launch. They are shared out among the queues in equal
 * parts, in order: call it once with all of them where the shares matter.
 * parameters  count structs of parameter_bytes each; read during the call only.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  tag 0, parameters larger than a task of the queue holds, or no work queue there.
 * COOP_OUT_OF_MEMORY     a share does not fit into its queue's overflow area: give it more overflow_tasks. */
COOP_API coop_status coop_workqueue_push(coop_buffer *buffer, uint64_t offset, uint32_t tag,
                                         const void *parameters, size_t parameter_bytes, uint64_t count);

/* What has happened, of one queue's owners or all together. */
struct coop_workqueue_counts {
    uint64_t executed;   /* tasks */
    uint64_t spawned;    /* tasks pushed by kernels */
    uint64_t reclaimed;  /* takes from the own public queue */
    uint64_t steals;     /* takes from others' */
    uint64_t stolen;     /* tasks taken from others */
    uint64_t lost;       /* tries that met somebody who held the queue's lock */
    uint64_t empty;      /* tries that found nothing */
    uint64_t shared;     /* times that tasks were made stealable */
    uint64_t overflowed; /* tasks that a ring had no room for */
    uint64_t flushes;    /* times that a work-group gave up all it had, to end */
    uint64_t declined;   /* ends that were declined, because that did not fit */
    uint64_t idle;       /* rounds without a task */
};

/* After the launch has ended.
 * queue        a queue's number, or UINT32_MAX for the sum over all.
 * counts       out.
 * outstanding  out, may be NULL: tasks that were not run, 0 unless the kernel or the run ended early.
 *
 * COOP_OK, COOP_INVALID_ARGUMENT when there is no such queue. */
COOP_API coop_status coop_workqueue_report(coop_buffer *buffer, uint64_t offset, uint32_t queue,
                                           struct coop_workqueue_counts *counts, uint64_t *outstanding);

#ifdef __cplusplus
}
#endif
#endif
