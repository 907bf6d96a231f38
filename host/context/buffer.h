/* Buffers, as seen by other files of the library. */
#ifndef COOP_HOST_BUFFER_H
#define COOP_HOST_BUFFER_H

#include "coop/buffer.h"
#include "host/context/import.h"

/* A piece that the host has mapped (map.c). */
struct coop_mapping {
    struct coop_mapping *next;
    void *copy; /* NULL: `at` is the memory itself */
    void *at;
    uint64_t offset;
    uint64_t bytes;
    int is_written;
};
struct coop_buffer_object {
    struct coop_object base;
    struct coop_context_object *context;
    struct coop_import *import; /* NULL: it is a piece of the arena */
    uint64_t offset;            /* its address */
    uint64_t bytes;
    struct coop_release release;
    struct coop_mapping *mappings; /* under the context's lock */
};

/* Gives `buffer`, which has its place, its handle, and gives up the caller's reference. The context gets a
 * reference more. */
coop_status coop_buffer_hand_out(struct coop_context_object *context, struct coop_buffer_object *buffer,
                                 const char *doing, coop_buffer **handle);

/* The buffer with a reference; NULL, and recorded, when the handle is not live. */
struct coop_buffer_object *coop_buffer_get(coop_buffer *handle, const char *doing);

/* The buffer with a reference if `bytes` at `offset` lie within it; otherwise NULL, and *status says why. */
struct coop_buffer_object *coop_buffer_get_range(coop_buffer *handle, uint64_t offset, uint64_t bytes,
                                                 const char *doing, coop_status *status);

/* Reads and writes what lies within it. */
coop_status coop_buffer_object_read(struct coop_buffer_object *buffer, uint64_t offset, void *to,
                                    uint64_t bytes);
coop_status coop_buffer_object_write(struct coop_buffer_object *buffer, uint64_t offset, const void *from,
                                     uint64_t bytes);

/* The buffer's context, with a reference for the caller; NULL for a handle that is not live. */
struct coop_context_object *coop_buffer_context(coop_buffer *handle);

/* As coop_buffer_create, of a piece of the arena that the caller has taken; what fails gives it back. */
coop_status coop_buffer_create_of(struct coop_context_object *context, uint64_t offset, uint64_t bytes,
                                  coop_buffer **handle);

/* Records in the buffer's context that `doing` has failed, and why, and returns the status;
 * COOP_INVALID_HANDLE, recorded, for a handle that is not live. */
coop_status coop_buffer_refuse(coop_buffer *handle, coop_status status, const char *doing, const char *why);

#endif
