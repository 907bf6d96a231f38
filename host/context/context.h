/* The context behind its handle. */
#ifndef COOP_HOST_CONTEXT_H
#define COOP_HOST_CONTEXT_H

#include "coop/context.h"
#include "host/base/memory.h"
#include "host/base/object.h"
#include "host/context/release.h"
#include "host/device/device.h"
#include "host/transport/transport.h"

struct coop_context_object {
    struct coop_object base;
    struct coop_error_record errors;
    struct coop_device device;
    struct coop_release release;
    int is_open; /* false when the creation failed: only the error record is of use */
    cl_context opencl;
    cl_command_queue queue;
    struct coop_transport *transport;
    uint64_t control_bytes; /* reserved at the arena's base for the control block and its slots */
    uint32_t slots_max;

    pthread_mutex_t lock; /* guards what follows */
    struct coop_memory memory;
    int is_closing;          /* it is being destroyed, or was: nothing new begins in it (H4, H5) */
    struct coop_object *run; /* the run that has the context; borrowed: the run clears it when it ends */
    void (*stop_run)(struct coop_object *run); /* stops or leaks that run; NULL until the run is set up */
    int keeps_arena; /* a megakernel has not ended: the arena must outlive the context */
};

/* The open context behind a handle, with a reference for the caller; NULL when it is not live or was never
 * opened. */
struct coop_context_object *coop_context_get(coop_context *handle);

/* Gives an object of the context its handle (H5). NULL: *status is COOP_OUT_OF_MEMORY, or COOP_INVALID_HANDLE
 * when the context has been destroyed meanwhile; both are recorded. */
void *coop_context_hand_out(struct coop_context_object *context, struct coop_object *object,
                            const char *doing, coop_status *status);

/* Returns the outcome of an access through the transport unchanged, and records the reason if the access
 * failed. */
coop_status coop_context_reached(struct coop_context_object *context, coop_status status, const char *doing);

#endif
