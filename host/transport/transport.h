/* The interface through which the host reaches device memory, also while a megakernel runs. Each line of
 * transports.h names a file that implements it.
 *
 * Offsets are bytes from the control block, which is at the arena's base unless devices share the arena.
 * Nothing above this interface knows which transport it has.
 * Threads: every function may be called from any. Protocol: docs/protocol.md#mailbox. */
#ifndef COOP_HOST_TRANSPORT_H
#define COOP_HOST_TRANSPORT_H

#include "coop/device.h"
#include "coop/shared/limits.h"
#include "host/base/opencl.h"
#include <stdatomic.h>
#include <stdint.h>

struct coop_transport;

/* A word of device memory: 4 or 8 aligned bytes. */
struct coop_transport_word {
    uint64_t offset;
    uint32_t bytes; /* 4 or 8 */
    uint64_t value; /* out */
};

struct coop_transport_piece {
    uint64_t offset;
    uint32_t bytes;
    void *to; /* out */
};

struct coop_transport_posting {
    uint64_t offset;
    const void *from;
    uint64_t bytes;
    uint64_t word_at;
    uint32_t word;
};

/* How far apart the words and pieces of a look may lie: all are of the control block. */
#define COOP_TRANSPORT_LOOK_BYTES COOP_CONTROL_BYTES_MAX

/* One read of several words and pieces, in any order. Each word is whole, and acquires. */
struct coop_transport_look {
    /* The first is the completion counter: `wait` on what it shows misses nothing that the others do not
     * show. Either they are read after it, or `wait` does not sleep on the counter. */
    struct coop_transport_word *words;
    uint32_t word_count; /* at least 1 */
    /* Filled only where a later read would be another trip to the device; from before and after the words, as
     * it happens, so that only who can tell a final piece from another may believe it. */
    struct coop_transport_piece *pieces;
    uint32_t piece_count;
    int has_pieces; /* out */
};

struct coop_transport_methods {
    const char *argument_call; /* the OpenCL call behind set_argument */
    /* Aligned 4 or 8 bytes are one word: read with acquire and written with release, whole, also while the
     * device uses them atomically. Anything longer must not be in use. COOP_OPENCL_FAILED: see
     * coop_transport.failed_call. */
    coop_status (*write)(struct coop_transport *transport, uint64_t offset, const void *from, uint64_t bytes);
    coop_status (*read)(struct coop_transport *transport, uint64_t offset, void *to, uint64_t bytes);
    coop_status (*fill)(struct coop_transport *transport, uint64_t offset, unsigned char value,
                        uint64_t bytes);

    /* Reads several words of one stretch of memory, each whole and with acquire: one trip to the device
     * where each access is one. The words are not read at one moment, nor in the order of the list. */
    coop_status (*collect)(struct coop_transport *transport, struct coop_transport_word *words,
                           uint32_t count);

    /* Writes `count` consecutive words of 8 aligned bytes, each whole and with release: one trip where each
     * access is one. They are not written at one moment, nor in order. */
    coop_status (*write_words)(struct coop_transport *transport, uint64_t offset, const uint64_t *words,
                               uint32_t count);

    /* In one trip where each access is one. */
    coop_status (*look)(struct coop_transport *transport, struct coop_transport_look *look);

    /* Writes the bytes, then the word, as `store` does, and rings: each is there when the next one is. */
    void (*post)(struct coop_transport *transport, const struct coop_transport_posting *posting);

    /* Loads acquire and stores release: everything that the other side wrote before its store is visible
     * after the load. A load from a device that does not answer any more is 0, and
     * coop_transport.failed_call says so. */
    uint32_t (*load)(struct coop_transport *transport, uint64_t offset);
    void (*store)(struct coop_transport *transport, uint64_t offset, uint32_t value);

    /* Wakes work-groups that sleep in the operating system on the word at `offset`, which was written before;
     * where none can, nothing. */
    void (*wake_word)(struct coop_transport *transport, uint64_t offset);

    /* Rings the doorbell: the scheduler polls again (invariant X1). Earlier stores are in flight when it
     * returns. */
    void (*ring)(struct coop_transport *transport);

    /* Sleeps until the device's completion counter differs from `seen`, at most `ns`. May return early; where
     * each access is a trip to the device it naps, and only the caller's next look shows the counter. */
    void (*wait)(struct coop_transport *transport, uint32_t seen, uint64_t ns);

    /* Ends the waits of all host threads early: something has changed that one of them waits for, and that
     * the device does not know of (X5). */
    void (*wake)(struct coop_transport *transport);

    /* Waits until what was written is there for commands on other queues, too. */
    coop_status (*settle)(struct coop_transport *transport);

    /* Where the host has the byte at `offset`, in memory that it may use as the device does; NULL where it
     * has none. */
    void *(*map)(struct coop_transport *transport, uint64_t offset);

    /* A memory object of `bytes` bytes at `offset`, a multiple of `view_alignment`, for ordinary kernels: the
     * same memory. The caller releases it. NULL: *code is OpenCL's, of view_call. */
    cl_mem (*view)(struct coop_transport *transport, uint64_t offset, uint64_t bytes, cl_int *code);
    const char *view_call;

    /* Makes the arena the kernel's argument `index`; an OpenCL code. The kernel, enqueued afterwards, sees
     * all that has been written. */
    cl_int (*set_argument)(struct coop_transport *transport, cl_kernel kernel, cl_uint index);

    /* Frees the arena; with `keep` it stays allocated as long as the process, since a device may still
     * write to it. */
    void (*close)(struct coop_transport *transport, int keep);
};

struct coop_transport {
    const struct coop_transport_methods *methods;

    /* The scheduler must poll the word `host_doorbell`, and cannot be woken: COOP_SETUP_RUNG_BY_COPY. */
    int rings_by_copy;

    uint64_t view_alignment; /* 0: views may begin anywhere */
    int has_objects;         /* the arena is a memory object: no two kernels may use parts of it at once */

    /* The call, and its code, after which the device cannot be reached any more. NULL while it can be
     * reached. Read and written with the two functions below. */
    _Atomic(const char *) failed_call;
    _Atomic int failed_code;
};

/* Why the last access failed; NULL while the device can be reached. */
static inline const char *coop_transport_failure(const struct coop_transport *transport, int *code)
{
    /* Acquires the code; pairs with coop_transport_fail. */
    const char *call = atomic_load_explicit(&transport->failed_call, memory_order_acquire);

    *code = atomic_load_explicit(&transport->failed_code, memory_order_relaxed);
    return call;
}

/* The device cannot be reached any more, since `call` failed. The first failure stays; of two at once, either
 * call may come with either code. */
static inline void coop_transport_fail(struct coop_transport *transport, const char *call, int code)
{
    if (atomic_load_explicit(&transport->failed_call, memory_order_relaxed) == NULL) {
        atomic_store_explicit(&transport->failed_code, code, memory_order_relaxed);
        /* Publishes the code; pairs with coop_transport_failure. */
        atomic_store_explicit(&transport->failed_call, call, memory_order_release);
    }
}

/* Why a transport could not be opened. */
struct coop_transport_refusal {
    const char *call;            /* the call that failed */
    int code;                    /* OpenCL's; 0 where the call has none */
    const char *why;             /* a clause for people: what is missing; NULL: memory */
    struct coop_transport *left; /* a part of one, of use only to `close`; NULL: there is none */
};

/* The place for which a transport is opened. */
struct coop_transport_site {
    cl_context context;
    cl_device_id device;
    uint64_t bytes; /* of the arena */
    /* NULL; or an open transport of another device of `context`, from whose control block on the arena of
     * both goes on: this one's control block lies `beside_at` bytes behind that one's. The other one is
     * closed later. Only of kinds that have `is_shared`. */
    struct coop_transport *beside;
    uint64_t beside_at;
    int device_sleeps; /* kernels can wake the host through the operating system (COOP_HOST_SYSTEM_CALLS) */
};

/* An entry of the list of transports (transports.h). */
struct coop_transport_kind {
    const char *name;      /* as coop_context_options.transport has it */
    const char *stands_on; /* what the device must have, for people */
    int (*serves)(const struct coop_device_report *device);
    int is_shared; /* several devices of one context may have one arena */

    /* Allocates the arena and everything else that the transport needs. NULL: *refusal says why. */
    struct coop_transport *(*open)(const struct coop_transport_site *site,
                                   struct coop_transport_refusal *refusal);
};

#endif
