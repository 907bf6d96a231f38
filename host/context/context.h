/* The context behind its handle. */
#ifndef COOP_HOST_CONTEXT_H
#define COOP_HOST_CONTEXT_H

#include "coop/context.h"
#include "host/base/object.h"
#include "host/context/arena.h"
#include "host/context/release.h"
#include "host/device/device.h"
#include "host/transport/transport.h"

/* Something that is closed before the context is destroyed, and may outlive the run that has the context. */
struct coop_context_closer {
    struct coop_context_closer *next;
    struct coop_object *object; /* of which `close` takes this out of the list */
    void (*close)(struct coop_object *object);
};

/* The most imports of a context at one time (import.h): arguments of the megakernel behind the first. */
#define COOP_IMPORTS_MAX 8

struct coop_import;

struct coop_imports {
    pthread_mutex_t turn;   /* one call at a time uses what follows; before the context's lock */
    cl_command_queue queue; /* NULL until it is first needed, as the next two */
    cl_program program;
    cl_kernel kernel;
    struct coop_import *table[COOP_IMPORTS_MAX]; /* under the context's lock */
};

struct coop_context_object {
    struct coop_object base;
    struct coop_error_record errors;
    struct coop_device device;
    struct coop_release release;
    int is_open; /* false when the creation failed: only the error record is of use */
    void (*close_parts)(struct coop_context_object *context); /* releases what follows (parts.h) */
    cl_context opencl;
    cl_command_queue queue;
    int is_adopted; /* `opencl` is the caller's, which may be true of `queue`, too; a reference to each */
    struct coop_imports imports;
    struct coop_transport *transport;
    struct coop_arena own_arena;
    struct coop_arena *arena; /* its own, or its root's */
    /* The first of the devices that share the arena (host/context/devices.h), with a reference; NULL for
     * that one itself, and for a context of one device. */
    struct coop_context_object *root;
    cl_device_id sub_device; /* the device, if it was cut out of another one: to be released; else NULL */
    uint32_t member;         /* its number among those devices */
    uint32_t member_count;   /* 0: it shares with none */
    uint64_t control_at;     /* in the arena: offset 0 of the transport */
    uint64_t control_bytes;  /* reserved there for the control block and its slots */
    uint32_t slots_max;
    uint32_t worker_groups; /* as the caller's options; 0: any number */

    pthread_mutex_t graphs; /* held while a call changes a flow graph (host/channel/graph.h); before `lock` */

    pthread_mutex_t lock;    /* guards what follows */
    int has_views;           /* ordinary commands may use buffers (coop_buffer_as_cl_mem) */
    int is_importing;        /* a call has it as a run would (coop_import_begin): no run begins */
    int is_closing;          /* it is being destroyed, or was: nothing new begins in it (H4, H5) */
    struct coop_object *run; /* the run that has the context; borrowed: the run clears it when it ends */
    void (*stop_run)(struct coop_object *run); /* stops or leaks that run; NULL until the run is set up */
    struct coop_context_closer *closers;
    int keeps_arena; /* a megakernel has not ended: the arena must outlive the context */
};

/* A context that is not open yet, with a reference for the caller; NULL when memory is exhausted. What it
 * then has of OpenCL goes by `close_parts`. */
struct coop_context_object *coop_context_make(void (*close_parts)(struct coop_context_object *context));

/* The outcome of its opening. One that failed keeps its error record and nothing else, if its parts can be
 * released now. */
void coop_context_settle(struct coop_context_object *context, coop_status status);

/* Lets nothing new begin, stops the run that is set up, if there is one, and closes what else is open. A run
 * that is still being set up sees `is_closing` when it is (H4). */
void coop_context_stop(struct coop_context_object *context);

/* Enters what closes a part of an object of the context, unless the context is being destroyed: then 0. */
int coop_context_add_closer(struct coop_context_object *context, struct coop_context_closer *closer);

/* Takes it out, if it is there. */
void coop_context_remove_closer(struct coop_context_object *context,
                                const struct coop_context_closer *closer);

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
