/* What the tests of interop share: OpenCL objects of the program's own, and a coop context on them. */
#ifndef COOP_TESTS_DEVICE_OWN_H
#define COOP_TESTS_DEVICE_OWN_H

#include "device.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#define OWN_COUNT 1000u
#define OWN_BYTES (OWN_COUNT * sizeof(uint32_t))

struct own {
    struct coop_device_report report;
    cl_device_id id;
    cl_context opencl;
    cl_command_queue queue;
    struct device device; /* context and module; the run is the test's */
};

/* Opens them: coop looks for a device first, so that there are threads for `workers`. Leaves with exit code
 * 77 when no device can serve. */
void own_open(struct own *own);
void own_close(struct own *own);

/* The objects of OpenCL alone, without coop's context. */
void own_open_opencl(struct own *own);

/* Starts a run with the number of workers that the options have. */
void own_start(struct own *own);
void own_stop(struct own *own);

/* A cl_mem with the numbers from `first` on, and the check of one. */
cl_mem own_numbers(struct own *own, uint32_t first);
int own_has_numbers(struct own *own, cl_mem memory, uint32_t first);

/* Launches `add` on OWN_COUNT numbers at the address, and waits. */
void own_add(struct own *own, coop_address values, uint32_t by);

#endif
