/* Copies between the host and an ordinary buffer while a megakernel runs. Each copy ends or is given up.
 *
 * Stands on: transport.h, clock.h. Used by the copy transport alone (copy.c).
 *   G4  no kernel is ever enqueued (nor a fill, which drivers make a kernel of): it would wait for the
 *       megakernel's end.
 *   G5  every wait for a copy has a deadline. A copy that does not end, or ends with an error, or a call that
 *       fails again and again, ends the transport for good; what a copy may still touch is then kept. */
#ifndef COOP_HOST_COPIES_H
#define COOP_HOST_COPIES_H

#include "host/transport/transport.h"
#include <stdatomic.h>

struct coop_copies {
    struct coop_transport *transport; /* holds the reason why the device cannot be reached any more */
    cl_mem arena;
    atomic_int is_stuck; /* a copy was enqueued, and it is unknown whether it has ended */
};

int coop_copies_have_failed(const struct coop_copies *copies);

/* Enqueues a copy to the device; `event` lets the caller wait for it. */
coop_status coop_copies_write(struct coop_copies *copies, cl_command_queue queue, uint64_t offset,
                              const void *from, uint64_t bytes, cl_event *event);

coop_status coop_copies_flush(struct coop_copies *copies, cl_command_queue queue);

/* Waits until the copy behind `event` has ended (G5), and releases the event. */
coop_status coop_copies_wait(struct coop_copies *copies, cl_event event, const char *call);

/* Copies from the device, and waits.
 * *has_ended  out: the copy has ended, successfully or with an error. */
coop_status coop_copies_read(struct coop_copies *copies, cl_command_queue queue, uint64_t offset, void *to,
                             uint64_t bytes, int *has_ended);

#endif
