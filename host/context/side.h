/* Commands of a context beside its megakernel's queue: each is waited for, with a deadline.
 *
 * Stands on: context.h, base/clock.h. Any thread. */
#ifndef COOP_HOST_SIDE_H
#define COOP_HOST_SIDE_H

#include "host/context/context.h"

struct coop_side_command {
    cl_command_queue queue;
    const char *call; /* that has enqueued it */
    cl_int code;      /* what the call has returned */
    cl_event event;   /* there where that is CL_SUCCESS */
};

/* Flushes the queue, waits until the command has ended, and releases the event.
 * is_stuck  out: it is unknown whether it has ended; what it may touch must stay.
 *
 * COOP_OK, COOP_OPENCL_FAILED, COOP_OUT_OF_MEMORY
 * COOP_TIMED_OUT  it has not ended within 30 s. */
coop_status coop_side_finish(struct coop_context_object *context, const struct coop_side_command *command,
                             const char *doing, int *is_stuck);

#endif
