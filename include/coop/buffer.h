/* Buffers: pieces of a context's device memory, named on the device by their address.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_BUFFER_H
#define COOP_BUFFER_H

#include "coop/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_buffer coop_buffer;

/* A place in device memory, for kernel arguments: bytes from the arena's base. 0 is the null pointer. Sums of
 * an address and an offset in bytes are addresses. A launch checks its own (launch.h). */
typedef uint64_t coop_address;

/* Takes `bytes` bytes (at least 1) of the context's memory, aligned to 128; the contents are undefined.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  bytes is 0.
 * COOP_OUT_OF_MEMORY     the message says how much is left and how to ask for more. */
COOP_API coop_status coop_buffer_create(coop_context *context, uint64_t bytes, coop_buffer **buffer);

/* Gives the memory back. No launch that uses it may be running. NULL is accepted. */
COOP_API void coop_buffer_destroy(coop_buffer *buffer);

/* The device address of the first byte; 0 for a handle that is not live. */
COOP_API coop_address coop_buffer_address(coop_buffer *buffer);

/* Size in bytes; 0 for a handle that is not live. */
COOP_API uint64_t coop_buffer_bytes(coop_buffer *buffer);

/* These copy between the host and a buffer, or fill the buffer with a repeated byte. They also work while a
 * run is live, but not on bytes that a running kernel uses. A launch that is posted afterwards sees what was
 * written; a read after coop_launch_wait sees what the kernel wrote. There is one exception: four or eight
 * bytes at a multiple of their number are read (acquire) and written (release) whole, even while a running
 * kernel uses them with atomic operations. So such a word can be a flag or a progress counter.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  offset + bytes passes the end.
 * COOP_INVALID_HANDLE
 * COOP_OPENCL_FAILED */
COOP_API coop_status coop_buffer_write(coop_buffer *buffer, uint64_t offset, const void *from,
                                       uint64_t bytes);
COOP_API coop_status coop_buffer_read(coop_buffer *buffer, uint64_t offset, void *to, uint64_t bytes);
COOP_API coop_status coop_buffer_fill(coop_buffer *buffer, uint64_t offset, unsigned char value,
                                      uint64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
