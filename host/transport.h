/* How the host reaches device memory, also while a megakernel runs. One interface; mailbox_svm.c implements it.
 *
 * Offsets are bytes from the arena's base. Nothing above this interface knows which transport it has.
 * Threads: every function may be called from any. Protocol: docs/protocol.md#mailbox. */
#ifndef COOP_HOST_TRANSPORT_H
#define COOP_HOST_TRANSPORT_H

#include "coop/status.h"
#include "host/opencl.h"
#include <stdint.h>

struct coop_transport;

struct coop_transport_methods {
    const char *name;
    const char *argument_call; /* the OpenCL call behind set_argument */
    /* Aligned 4 or 8 bytes are one word: read with acquire and written with release, whole, also while the device uses
     * them atomically. Anything longer must not be in use. */
    coop_status (*write)(struct coop_transport *transport, uint64_t offset, const void *from, uint64_t bytes);
    coop_status (*read)(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes);
    coop_status (*fill)(struct coop_transport *transport, uint64_t offset, unsigned char value,
                        uint64_t bytes);

    /* Loads acquire and stores release: what the other side wrote before its store is visible after the load. */
    uint32_t (*load)(struct coop_transport *transport, uint64_t offset);
    void (*store)(struct coop_transport *transport, uint64_t offset, uint32_t value);

    /* Tells the scheduler to look again (invariant X1). */
    void (*ring)(struct coop_transport *transport);

    /* Sleeps until the device's notice is no longer `seen`, at most `ns`. May return early. */
    void (*wait)(struct coop_transport *transport, uint32_t seen, uint64_t ns);

    /* Makes the arena the kernel's argument `index`; an OpenCL code. */
    cl_int (*set_argument)(struct coop_transport *transport, cl_kernel kernel, cl_uint index);

    /* Frees the arena; with `keep` it is left to the process, since a device may still write to it. */
    void (*close)(struct coop_transport *transport, int keep);
};

struct coop_transport {
    const struct coop_transport_methods *methods;
};

/* Takes `bytes` of fine-grained SVM with atomics. device_sleeps says that kernels can wake the host through the operating
 * system (COOP_HOST_SYSTEM_CALLS). NULL when memory is exhausted; *failed_call then names the call. */
struct coop_transport *coop_mailbox_svm_open(cl_context context, uint64_t bytes, int device_sleeps,
                                             const char **failed_call);

#endif
