/* What a context has of OpenCL: context, queue, and the arena behind its transport.
 *
 * Stands on: context.h, control.h, transport/transports.h. Threads: a context's creator and its last owner.
 */
#ifndef COOP_HOST_PARTS_H
#define COOP_HOST_PARTS_H

#include "host/context/context.h"

struct coop_parts_plan {
    const cl_device_id *devices; /* that share the OpenCL context; as this and device_count, of a first one */
    uint32_t device_count;
    uint64_t control_bytes; /* of the control blocks of all devices that share the arena */
    uint64_t memory_bytes;  /* as coop_context_options has it */
};

/* The most slots of a run, and the bytes of its control block, from what the device holds. */
void coop_parts_measure(struct coop_context_object *context);

/* Opens them, after that; in a context with a root, beside the root's. What is there after a failure is
 * closed as the rest is. */
coop_status coop_parts_open(struct coop_context_object *context, const struct coop_parts_plan *plan);

/* Releases them; an arena that a device may still write to stays. */
void coop_parts_close(struct coop_context_object *context);

#endif
