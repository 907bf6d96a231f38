/* Work queues, as seen by other files of the library. */
#ifndef COOP_HOST_WORKQUEUE_H
#define COOP_HOST_WORKQUEUE_H

#include "coop/workqueue.h"

/* Tasks to be written, as the user passes them. */
struct coop_workqueue_batch {
    const unsigned char *parameters;
    size_t parameter_bytes;
    uint32_t tag;
};

/* As coop_workqueue_push, in shares of which that of queue i ends in front of task ends[i], one for each
 * queue; NULL: equal ones. */
coop_status coop_workqueue_push_shares(coop_buffer *buffer, uint64_t offset,
                                       struct coop_workqueue_batch batch, uint64_t count,
                                       const uint64_t *ends);

/* Writes `count` tasks to the place in the buffer; a failure is recorded in its context. */
coop_status coop_workqueue_write_tasks(coop_buffer *buffer, uint64_t at, uint32_t task_bytes,
                                       struct coop_workqueue_batch batch, uint64_t count);

#endif
