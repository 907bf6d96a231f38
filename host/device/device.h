/* Devices: what there is, what it offers, which one the user means. */
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
    const char
        *failed_query; /* "clGetDeviceInfo(CL_DEVICE_NAME)": the first question that failed; NULL: none did */
    int failed_code;
    /* Its kernels are threads of this process, on a system whose calls cl/relax.clh knows. */
    int sleeps_through_host;
};

struct coop_device_set {
    struct coop_device *devices; /* released with coop_device_set_clear */
    uint32_t count;
    int failed_code; /* of a platform whose devices cannot be listed; others may serve. 0: there is none */
};

/* Asks for what all devices of `platform` share, finds the driver's traits and sets the environment that they
 * want. A question that fails is noted in failed_query. */
void coop_device_query_platform(struct coop_device *device);

/* Asks for everything else that the report and coop_device say, given the platform's answers and the id. What
 * a device of an older OpenCL does not know is 0; a question that fails otherwise is noted in
 * failed_query. */
void coop_device_query(struct coop_device *device);

/* Says in the report whether the device can serve, why not, and how: from its answers and its driver's
 * traits. */
void coop_device_judge(struct coop_device *device);

/* Finds all devices. Asks for compute units first, of drivers that take their number from the environment: it
 * helps if no device has been queried in this process yet. */
coop_status coop_device_set_find(struct coop_error_record *record, uint32_t worker_groups,
                                 struct coop_device_set *set);
void coop_device_set_clear(struct coop_device_set *set);

/* The device that `wish` means (context.h); NULL or "" takes COOP_DEVICE, then the first that can serve. With
 * COOP_DEVICE_UNFIT *chosen is the one that cannot serve; otherwise a failure leaves it alone. */
coop_status coop_device_choose(struct coop_error_record *record, const struct coop_device_set *set,
                               const char *wish, const struct coop_device **chosen);

#endif
