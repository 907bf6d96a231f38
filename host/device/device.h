/* A device: what it offers, and which traits its driver has. */
#ifndef COOP_HOST_DEVICE_H
#define COOP_HOST_DEVICE_H

#include "coop/device.h"
#include "host/base/error.h"
#include "host/base/opencl.h"
#include "host/device/traits.h"

struct coop_device {
    cl_platform_id platform;
    cl_device_id id;
    struct coop_device_report report;
    const struct coop_device_traits *traits; /* the driver's */
    int capability; /* major compute capability, where the traits have a query for it */
    int has_opencl_c_3;
    int is_part; /* of another device; asked where work-groups take threads */
    const char
        *failed_query; /* the first query that failed: "clGetDeviceInfo(CL_DEVICE_NAME)"; NULL: none did */
    int failed_code;
    /* Its kernels are threads of this process, on a system whose calls cl/relax.clh knows. */
    int sleeps_through_host;
    /* One thread runs all work-items of a work-group: the megakernel has one, and the module's loops run
     * those of the kernels (cl/item.cl). */
    int runs_loops;
    /* Regular kernels keep their barriers, and run several logical work-groups in a step. */
    int runs_structured;
};

#endif
