/* The OpenCL device of the baseline kernel, chosen by the same text as a coop context's. */
#ifndef TOOLS_PLAIN_DEVICE_H
#define TOOLS_PLAIN_DEVICE_H

#include "tools/error/tool_error.h"

#include <CL/cl.h>
#include <stdint.h>

struct plain_device {
    cl_device_id id;
    cl_device_svm_capabilities svm;
    cl_uint compute_units;
    size_t local_items_max;
    int is_pocl;
    unsigned index;             /* of all devices */
    unsigned index_in_platform; /* of its platform's */
    char name[128];
};

/* wanted       "2" (third of all), "1:0" (platform 1, device 0), a part of a name, or NULL for COOP_DEVICE's
 *              value, and without one any that has SVM. Of several, the first on which coop's kernels can
 *              run, which is the one that a context would take; else the first.
 * groups       PoCL is told to have two threads more than that, if the process has not queried it before.
 * local_items  of a work-group. */
int plain_device_choose(const char *wanted, uint32_t groups, uint32_t local_items,
                        struct plain_device *device, struct tool_error *error);

/* 0 unless the device is known not to hold `groups` work-groups at once. */
int plain_device_holds(const struct plain_device *device, uint32_t groups, struct tool_error *error);

#endif
