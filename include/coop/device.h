/* Devices: what there is, and what each offers.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_DEVICE_H
#define COOP_DEVICE_H

#include "coop/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What its driver takes it for. */
enum coop_device_kind { COOP_KIND_OTHER, COOP_KIND_CPU, COOP_KIND_GPU };

/* What a device offers, as coop-info shows it. */
struct coop_device_report {
    uint32_t index; /* the number that coop_context_options.device takes */
    uint32_t platform_index;
    uint32_t device_index;
    enum coop_device_kind kind;
    char platform_name[128];
    char platform_version[128];
    char device_name[128];
    char driver_version[128];
    char opencl_c_version[128];
    uint32_t compute_units;
    uint32_t worker_groups_max; /* 0 when only a run can discover it */
    uint64_t local_items_max;   /* of a work-group: the smaller of the device's limit and the library's */
    uint64_t local_bytes;
    uint64_t memory_bytes_max; /* largest arena */
    uint64_t svm_capabilities; /* CL_DEVICE_SVM_CAPABILITIES */
    int has_svm_atomics;
    int has_atomics_64;
    int has_device_scope;
    int has_acquire_release;
    int has_generic_space; /* of OpenCL C; a device that does not tell has one */
    const char *transport; /* "svm" or "copy": coop_context_options.transport */
    int can_serve;
    char reason[512]; /* a message: why the device cannot serve, or what to know of it */
};

/* Fills up to `capacity` reports and says in *count how many devices there are.
 * reports        may be NULL when capacity is 0.
 * worker_groups  as in coop_context_options, since this call can be the process's first device query.
 * Blocks         for the drivers' start-up.
 *
 * COOP_OK                also when *count is 0.
 * COOP_INVALID_ARGUMENT  worker_groups is out of range.
 * COOP_OPENCL_FAILED     the ICD loader failed.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_device_list(uint32_t worker_groups, struct coop_device_report *reports,
                                      uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
