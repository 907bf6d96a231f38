/* Contexts: an OpenCL device, the memory on it, and the record of the last error.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_CONTEXT_H
#define COOP_CONTEXT_H

#include "coop/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_context coop_context;

/* {0} means the defaults. */
struct coop_context_options {
    /* Which device: NULL or "" takes COOP_DEVICE from the environment, and if that is unset the first device
     * that can serve. "1" is the second device of coop-info's list, "1:0" platform 1's device 0, anything
     * else a part of the platform's or the device's name, case ignored. */
    const char *device;

    /* The most worker work-groups that any run of this context will ask for; 0 takes what the device has. On
     * PoCL more than the cores are possible, but only if no OpenCL device has been queried in this process
     * before: the first context sets POCL_MAX_PTHREAD_COUNT unless the environment has it. 0 .. 2045. */
    uint32_t worker_groups;

    /* Bytes of device memory for buffers, taken at once; 0 means 256 MiB. Rounded up to 64 KiB. */
    uint64_t memory_bytes;

    /* How the host reaches the device while a run is live, for tests: NULL or "" takes COOP_TRANSPORT from
     * the environment, and if that is unset what suits the device. "svm": shared memory, where the device has
     * fine-grained SVM with atomics. "copy": small copies on a second command queue, on any device. */
    const char *transport;
};

/* The record of the last call that failed on a context, for people. Times are not in it. */
struct coop_error {
    coop_status status;
    int opencl_code;    /* 0 when OpenCL was not involved */
    char doing[128];    /* "building the megakernel" */
    char message[1024]; /* a sentence with place and remedy */
    char *details;      /* build log, or the state of the slots at a missed deadline; "" when none */
};

/* What a device offers, as coop-info shows it. */
struct coop_device_report {
    uint32_t index; /* the number that coop_context_options.device takes */
    uint32_t platform_index;
    uint32_t device_index;
    char platform_name[128];
    char platform_version[128];
    char device_name[128];
    char driver_version[128];
    char opencl_c_version[128];
    uint32_t compute_units;
    uint32_t worker_groups_max; /* 0 when it must be discovered by a run */
    uint64_t local_items_max;   /* of a work-group: the least of the device's limit and the library's */
    uint64_t local_bytes;
    uint64_t memory_bytes_max; /* largest arena */
    uint64_t svm_capabilities; /* CL_DEVICE_SVM_CAPABILITIES */
    int has_svm_atomics;
    int has_atomics_64;
    int has_device_scope;
    int has_acquire_release;
    const char *transport; /* "svm" or "copy": coop_context_options.transport */
    int can_serve;
    char reason[512]; /* a sentence why not, or what to know */
};

/* Fills up to `capacity` reports and says in *count how many devices there are.
 * reports        may be NULL when capacity is 0.
 * worker_groups  as in coop_context_options; this call can be the process's first device query.
 * Blocks         for the drivers' start-up.
 *
 * COOP_OK             also with *count 0.
 * COOP_OPENCL_FAILED  the ICD loader failed. */
coop_status coop_device_list(uint32_t worker_groups, struct coop_device_report *reports, uint32_t capacity,
                             uint32_t *count);

/* Opens a device and takes its memory.
 * options  may be NULL.
 * context  out; on failure a context that holds nothing but the error record, to be destroyed as any other;
 *          NULL only when there was no memory even for that.
 * Blocks   for the driver's start-up.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  worker_groups or memory_bytes is out of range.
 * COOP_NO_DEVICE         nothing matches `device`; the message lists what there is.
 * COOP_DEVICE_UNFIT      it matches but cannot serve; the message says why.
 * COOP_BUSY              another context of the process has a live run, or one that was given up and has not
 *                        left, on a device whose driver lets no second one work meanwhile (NVIDIA's); the
 *                        message says which.
 * COOP_OUT_OF_MEMORY     the device has not that much memory, or the host none.
 * COOP_OPENCL_FAILED */
coop_status coop_context_create(const struct coop_context_options *options, coop_context **context);

/* Stops a live run (as coop_run_stop with its default deadline) and releases everything. The handles of the
 * context's modules, runs, launches and buffers become invalid. NULL is accepted. Blocks as coop_run_stop. */
void coop_context_destroy(coop_context *context);

/* Copies the record of the last failure on this context, from whatever thread.
 * error  out; release it with coop_error_clear.
 *
 * COOP_OK              error->status is COOP_OK when nothing has failed.
 * COOP_INVALID_HANDLE  *error then says so. */
coop_status coop_context_error(coop_context *context, struct coop_error *error);

/* Frees error->details. */
void coop_error_clear(struct coop_error *error);

/* What coop-info says of this context's device; also where its creation failed after the choice of a device,
 * as with COOP_DEVICE_UNFIT.
 *
 * COOP_OK
 * COOP_INVALID_HANDLE  also when its creation failed before. */
coop_status coop_context_device(coop_context *context, struct coop_device_report *report);

#ifdef __cplusplus
}
#endif
#endif
