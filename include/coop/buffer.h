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

/* Takes `bytes` bytes (at least 1) of the context's memory, aligned to at least 128; the contents are
 * undefined.
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
 * Imported memory (interop.h) is copied as a whole, without this exception.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  offset + bytes passes the end.
 * COOP_INVALID_HANDLE
 * COOP_BUSY              of an import that cannot be reached while a run is live.
 * COOP_OPENCL_FAILED
 * COOP_TIMED_OUT         of an import: the copy has not ended within 30 s. */
COOP_API coop_status coop_buffer_write(coop_buffer *buffer, uint64_t offset, const void *from,
                                       uint64_t bytes);
COOP_API coop_status coop_buffer_read(coop_buffer *buffer, uint64_t offset, void *to, uint64_t bytes);
COOP_API coop_status coop_buffer_fill(coop_buffer *buffer, uint64_t offset, unsigned char value,
                                      uint64_t bytes);

/* These read (acquire) or write (release) consecutive words of eight bytes, each whole, even while a running
 * kernel uses them with atomic operations: in one trip to the device where each access is one. The words are
 * not read or written at one moment, nor in order.
 * offset  a multiple of 8.
 * words   `count` of them; out of coop_buffer_load_words.
 *
 * As above; COOP_INVALID_ARGUMENT also for an offset that is no multiple of 8, and for imported memory. */
COOP_API coop_status coop_buffer_load_words(coop_buffer *buffer, uint64_t offset, uint64_t *words,
                                            uint32_t count);
COOP_API coop_status coop_buffer_store_words(coop_buffer *buffer, uint64_t offset, const uint64_t *words,
                                             uint32_t count);

/* What the host does with a mapped piece. */
enum coop_map { COOP_MAP_READ = 1, COOP_MAP_WRITE = 2 };

/* Gives the host a pointer to `bytes` bytes (at least 1) of the buffer.
 * access   COOP_MAP_READ, COOP_MAP_WRITE or their sum.
 * pointer  out; holds until coop_buffer_unmap, or the buffer's end. NULL on failure.
 * With the transport "svm" (coop_device_report.transport) it leads to the memory itself: no copies, and what
 * host and running kernels do there with atomic operations is seen by the other side. Else it leads to a copy
 * of the host's: read at this call, if COOP_MAP_READ is given, and written back whole by coop_buffer_unmap,
 * if COOP_MAP_WRITE is; without COOP_MAP_READ, write all of it. In both cases not while a running kernel uses
 * these bytes, but for those atomic operations.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  offset + bytes passes the end, bytes is 0, or access is something else.
 * COOP_INVALID_HANDLE
 * COOP_BUSY              of an import (interop.h) that cannot be reached while a run is live.
 * COOP_OUT_OF_MEMORY, COOP_TIMED_OUT, COOP_OPENCL_FAILED */
COOP_API coop_status coop_buffer_map(coop_buffer *buffer, uint64_t offset, uint64_t bytes, unsigned access,
                                     void **pointer);

/* Ends the mapping that coop_buffer_map has given with this pointer, the last one where there are several.
 * Afterwards launches see what was written.
 * Blocks  for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  nothing is mapped there.
 * COOP_INVALID_HANDLE
 * COOP_BUSY, COOP_OUT_OF_MEMORY, COOP_TIMED_OUT, COOP_OPENCL_FAILED  the copy was not written; it is still
 *                        mapped. */
COOP_API coop_status coop_buffer_unmap(coop_buffer *buffer, void *pointer);

#ifdef __cplusplus
}
#endif
#endif
