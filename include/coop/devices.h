/* Several devices that work together, in one or more domains. A domain is devices that share memory and
 * atomics. They have one arena: an address means the same to the kernels of all of them. Domains share
 * nothing; a team's tasks go from one to another by copies (coop/team.h). Each device has a context of its
 * own, and so a run, with a scheduler, launches, kills and forks that the others do not touch. A run that is
 * given up keeps the memory of its domain: then a run on any device of that is refused with COOP_BUSY, until
 * all are closed and opened anew.
 * Threads, handles and errors: coop.h. Guide: docs/teams.md. */
#ifndef COOP_DEVICES_H
#define COOP_DEVICES_H

#include "coop/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_devices coop_devices;

/* {0} means the defaults. */
struct coop_devices_options {
    /* The devices, at most 8, separated by commas, each as in coop_context_options.device: "0,1". NULL or
     * "": the one that coop_context_create takes. */
    const char *devices;

    /* The most worker work-groups that a run on each will ask for, in the order of the devices: "2,2", or one
     * number for all. NULL or "": the machine's processors in equal parts. On PoCL the threads that all of
     * them take together are set before the first query of the process, unless the environment has a number;
     * one that is too small is refused. */
    const char *groups;

    /* From 2 to 8: the one device that is named is cut into so many parts of equal size, sub-devices of
     * OpenCL's, which are the devices. 0 and 1: it is not cut. */
    uint32_t split;

    /* The number of each device's domain, in the order of the devices, from 0 on and not falling: "0,0,1"; or
     * "separate": each device is a domain; "automatic": a device is of the domain of the one before it where
     * the two can share memory and atomics, as PoCL's can, and a domain of its own elsewhere, as each NVIDIA
     * GPU is. NULL or "": all are one. */
    const char *domains;

    /* Bytes of device memory for the buffers of all devices of a domain; 0 means 256 MiB. */
    uint64_t memory_bytes;
};

/* Opens the devices, each domain in one context of OpenCL, and takes their memory.
 * options  may be NULL.
 * Blocks   for the driver's start-up.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a list is none, a device is named twice, or the devices have too few threads for
 *                        the work-groups: the message has both numbers.
 * COOP_NO_DEVICE         as coop_context_create; also where a device cannot be cut into so many parts.
 * COOP_DEVICE_UNFIT      a device cannot serve, or several of a domain do not share memory and atomics; the
 *                        message says which, and why.
 * COOP_BUSY, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED  as coop_context_create. */
COOP_API coop_status coop_devices_open(const struct coop_devices_options *options, coop_devices **devices);

/* Stops the runs on all devices, then destroys the contexts. NULL is accepted. Blocks as coop_context_destroy
 * does, once for each. */
COOP_API void coop_devices_close(coop_devices *devices);

/* How many there are; 0 for a handle that is not live. */
COOP_API uint32_t coop_devices_count(coop_devices *devices);

/* The number of the domain of device `index`; 0 where there is none. */
COOP_API uint32_t coop_devices_domain(coop_devices *devices, uint32_t index);

/* The context of device `index`, which the devices own: modules and runs are made in it, and buffers in any
 * of them. NULL where there is none. */
COOP_API coop_context *coop_devices_context(coop_devices *devices, uint32_t index);

/* The most worker work-groups of a run on device `index`; 0 where there is none. */
COOP_API uint32_t coop_devices_groups(coop_devices *devices, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
