/* Contexts: an OpenCL device, the memory on it, and the record of the last error (error.h).
 * Threads, handles and errors: coop.h. */
#ifndef COOP_CONTEXT_H
#define COOP_CONTEXT_H

#include "coop/device.h"
#include "coop/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The types behind OpenCL's handles, as its header has them. */
struct _cl_command_queue;
struct _cl_context;
struct _cl_device_id;
struct _cl_mem;

typedef struct coop_context coop_context;

/* {0} means the defaults. */
struct coop_context_options {
    /* The device: NULL or "" takes COOP_DEVICE from the environment, and if that is unset the first device
     * that can serve. "1" is the second device of coop-info's list, "1:0" platform 1's device 0, anything
     * else a part of the platform's or the device's name, case ignored. */
    const char *device;

    /* The most worker work-groups that any run of this context will ask for; 0 takes what the device has. On
     * PoCL the number can exceed that of the cores, but only if this process has not queried an OpenCL device
     * before: the first context sets POCL_MAX_PTHREAD_COUNT unless the environment has it. A program that
     * makes a cl_context first calls coop_device_list before that. 0 .. 2045. */
    uint32_t worker_groups;

    /* Bytes of device memory for buffers, taken at once; 0 means 256 MiB. Rounded up to 64 KiB. A run takes
     * its trace of it and, on a processor, the variables of its work-items: up to a 64th of it for ordinary
     * kernels of larger work-groups than the run's. */
    uint64_t memory_bytes;

    /* How the host reaches the device while a run is live, for tests: NULL or "" takes COOP_TRANSPORT from
     * the environment, and if that is unset what suits the device. "svm": shared memory, where the device has
     * fine-grained SVM with atomics. "copy": small copies on a second command queue, on any device. */
    const char *transport;

    /* The program's own OpenCL objects (interop.h); NULL: the library makes its own. The context keeps a
     * reference to each, until it is destroyed. opencl_context: a cl_context, in which the megakernel is
     * built and the memory is taken; `device` and COOP_DEVICE then have no meaning. opencl_device: one of its
     * devices; NULL where it has one alone, or the queue names it. opencl_queue: a cl_command_queue that is
     * in order, for the megakernel: a run begins behind what was enqueued there, and what is enqueued there
     * afterwards waits for its end. The library's copies have queues of their own. */
    struct _cl_context *opencl_context;
    struct _cl_device_id *opencl_device;
    struct _cl_command_queue *opencl_queue;
};

/* Opens a device and takes its memory.
 * options  may be NULL.
 * context  out; on failure a context that holds nothing but the error record, to be destroyed as any other;
 *          NULL only when there is no memory even for that.
 * Blocks   for the driver's start-up.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  worker_groups or memory_bytes is out of range, or the OpenCL objects do not belong
 *                        together; the message says which.
 * COOP_NO_DEVICE         no device matches `device`; the message lists those that there are. Also in a
 *                        fork of a process that uses the library (coop.h), with no context:
 *                        coop_context_error(NULL) says so.
 * COOP_DEVICE_UNFIT      the device matches but cannot serve; the message says why.
 * COOP_BUSY              another context of the process has a live run, or a run that was given up and has
 *                        not left the device, and the driver lets only one context work at a time (NVIDIA's);
 *                        the message says which.
 * COOP_OUT_OF_MEMORY     the device does not have that much memory, or the host has none left.
 * COOP_OPENCL_FAILED */
COOP_API coop_status coop_context_create(const struct coop_context_options *options, coop_context **context);

/* Stops a live run (as coop_run_destroy) and releases everything. The handles of the context's modules, runs,
 * launches and buffers become invalid. A coop_run_start in progress says COOP_STOPPED, a call that would make
 * another handle COOP_INVALID_HANDLE. NVIDIA's driver releases nothing while a kernel of the process runs on
 * any device: there memory and OpenCL objects stay until the last run of the process has ended, and this call
 * does not wait for it. NULL is accepted. Blocks as coop_run_destroy. */
COOP_API void coop_context_destroy(coop_context *context);

/* Copies the record of the last failure on this context, whichever thread it was on.
 * error  out; release it with coop_error_clear.
 *
 * COOP_OK              error->status is COOP_OK when nothing has failed.
 * COOP_INVALID_HANDLE  *error says so, too. */
COOP_API coop_status coop_context_error(coop_context *context, struct coop_error *error);

/* Reports this context's device as coop-info does; also when the context's creation failed after the choice
 * of a device, as with COOP_DEVICE_UNFIT.
 *
 * COOP_OK
 * COOP_INVALID_HANDLE  also when the context's creation failed before that choice. */
COOP_API coop_status coop_context_device(coop_context *context, struct coop_device_report *report);

#ifdef __cplusplus
}
#endif
#endif
