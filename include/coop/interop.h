/* OpenCL objects of the program's own: memory that coop's kernels and ordinary kernels share.
 * Threads, handles and errors: coop.h. Guide: docs/interop.md.
 *
 * A context that is to use them is created on the program's cl_context (coop_context_options.opencl_context).
 * The types are those of OpenCL's header, which this one does without: a cl_mem is a struct _cl_mem pointer.
 *
 * Who may touch what. Without a live run, everybody, one after the other: an ordinary command that has
 * ended is seen by a run that starts afterwards, and a run that has stopped by ordinary commands that are
 * enqueued afterwards. While a run is live, its kernels may touch everything that was there at its start; in
 * bytes that no running kernel uses, others may, too, as follows.
 *
 *                                        transport "svm"            transport "copy"
 *     coop_buffer_read, _write, _fill,   yes                        yes
 *     coop_buffer_map, coop_buffer_unmap
 *     the same of an imported cl_mem     yes, by copies             yes
 *     the same of imported SVM           fine-grained: yes;         the same
 *                                        coarse-grained: refused
 *     ordinary kernels on a buffer's     where the run leaves       refused
 *     cl_mem (coop_buffer_as_cl_mem)     room
 *     ordinary kernels on an imported    refused                    refused
 *     cl_mem (coop_buffer_as_cl_mem)
 *     ordinary kernels elsewhere         where the run leaves room, or a lease has made it (lease.h)
 *     coop_buffer_import, _import_svm    refused                    refused
 *
 * Refused is COOP_BUSY, with a message. */
#ifndef COOP_INTEROP_H
#define COOP_INTEROP_H

#include "coop/buffer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a buffer of a memory object: no copy, kernels use its memory. At most 8 imports at one time.
 * memory  a buffer (not an image, nor a pipe) of the context's cl_context that kernels may read and write.
 *         The buffer keeps a reference until it is destroyed, and a run until it has ended.
 * buffer  out. coop_buffer_address is the address of its first byte, which holds until it is destroyed;
 *         coop_buffer_destroy leaves the memory object as it is.
 * Blocks  for a small kernel on a queue of the library's, at most 30 s, and the first time for its
 * compilation.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  `memory` is none of the context's cl_context, or no buffer, or the context was not
 *                        created on a cl_context of the program's.
 * COOP_BUSY              the context has a live run, or the driver lets only one context work at a time and
 *                        another one has one (NVIDIA's).
 * COOP_OUT_OF_MEMORY     there are 8 imports, or the context's memory has no 8 bytes left.
 * COOP_TIMED_OUT         the kernel has not ended.
 * COOP_OPENCL_FAILED     also where the driver does not know `memory`. */
COOP_API coop_status coop_buffer_import(coop_context *context, struct _cl_mem *memory, coop_buffer **buffer);

/* The same with shared virtual memory.
 * pointer  from clSVMAlloc on the context's cl_context, or a place in such memory. It must outlive the buffer
 *          and each run that has begun before the buffer was destroyed.
 * bytes    from there on.
 * flags    those that clSVMAlloc was given (cl_svm_mem_flags). With CL_MEM_SVM_FINE_GRAIN_BUFFER the host may
 *          use the memory as it does a mapped buffer. Without, it is coarse-grained: unmap it before a run
 *          starts.
 *
 * Statuses  as coop_buffer_import; and COOP_DEVICE_UNFIT when the device has no shared memory of that
 * kind. */
COOP_API coop_status coop_buffer_import_svm(coop_context *context, void *pointer, uint64_t bytes,
                                            uint64_t flags, coop_buffer **buffer);

/* A memory object of the buffer's bytes, for ordinary kernels and copies: the same memory. Of an imported
 * cl_mem, that one.
 * memory  out; release it with clReleaseMemObject before the buffer is destroyed. NULL on failure.
 *
 * COOP_OK
 * COOP_INVALID_HANDLE
 * COOP_BUSY  a run is live, and ordinary kernels cannot use the memory beside it; the message says why. What
 *            was handed out before the run began must not be used while it is live, either.
 * COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_buffer_as_cl_mem(coop_buffer *buffer, struct _cl_mem **memory);

/* Whether an ordinary kernel that is enqueued now is sure to run. Beside a live run it runs where that leaves
 * room on the device. A GPU that the run fills runs it when the run has ended, or when a lease makes room
 * (lease.h): a program that waits for it without one would wait for ever.
 *
 * COOP_OK    it is: there is no live run, or the run leaves threads of the device's (PoCL).
 * COOP_BUSY  it is not: nobody knows how much room the run leaves on a GPU.
 * COOP_INVALID_HANDLE */
COOP_API coop_status coop_context_check_enqueue(coop_context *context);

#ifdef __cplusplus
}
#endif
#endif
